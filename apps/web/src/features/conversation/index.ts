export { archive, erase, longestTitle, onRemoved, pin, remove, rename, restore } from './actions.ts';
export { ClearBrowser } from './clear-browser.tsx';
export { conversationItems } from './conversation-items.tsx';
export { groupsOf } from './groups.ts';
export {
  addressOf,
  conversations,
  isActive,
  isRestorable,
  type List,
  type ListedConversation,
  listed,
  untitled,
} from './list/index.ts';
export { useConversations, useStreaming, useStreamingIds } from './use-conversations.ts';
export { useLastLines } from './use-last-lines.ts';
export { isGuest, isStoredHereOnly, sync } from './wiring.ts';
