export { conversations, isListWhole, type List, type ListChange, streamingConversations } from './list.ts';
export {
  addressOf,
  isActive,
  isExpired,
  isRestorable,
  type ListedConversation,
  listed,
  untitled,
} from './listed.ts';
