export { archive, erase, longestTitle, pin, remove, rename, restorableFor, restore } from './actions.ts';
export { ClearBrowser } from './clear-browser.tsx';
export { addressOf, type Conversation, conversationOf, isActive } from './conversation.ts';
export { groupsOf } from './groups.ts';
export { useConversations, useStreaming } from './use-conversations.ts';
export { isGuest, isStoredHereOnly, sync } from './wiring.ts';
