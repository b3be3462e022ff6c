export {
  adoptGuestConversations,
  clearBrowserStore,
  completeConversation,
  conversationList,
  eraseGuestConversations,
  fetchConversation,
  guestConversations,
  isStoredHereOnly,
  keepOpen,
  markReceiving,
  messageFile,
  onChangedElsewhere,
  onGuestChanged,
  onNews,
  onOwnerChanged,
  openedStore,
  putOwnSnapshot,
  readOwnSnapshot,
  removeOwnSnapshots,
  savingStatus,
  serverNow,
  streamingConversations,
  wakeSync,
} from './browser-store.ts';
export { applyListAction, type ListAction } from './list-actions.ts';
export type { News } from './loop.ts';
export type { Fetched } from './owned-store.ts';
export type { ShownMessage } from './rows.ts';
export type { SavingStatus } from './saving-status.ts';
export type { ConversationStore } from './store.ts';
export type { CreatedMessage, Ended, ReplyChunk } from './store-changes.ts';
export type { ListedConversation } from './store-reads.ts';
export { titleOf } from './title.ts';
