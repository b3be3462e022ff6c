export { archive, erase, longestTitle, onRemoved, pin, remove, rename, restore } from './actions.ts';
export { ClearBrowser } from './clear-browser.tsx';
export { addressOf, type Conversation, conversationOf, isActive, isRestorable } from './conversation.ts';
export { conversationItems } from './conversation-items.tsx';
export { groupsOf } from './groups.ts';
export { useConversations, useStreaming } from './use-conversations.ts';
export { isGuest, isStoredHereOnly, sync } from './wiring.ts';
