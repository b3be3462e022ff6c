export {
  adoptGuestConversations,
  clearBrowserStore,
  completeConversation,
  eraseGuestConversations,
  fetchConversation,
  guestConversations,
  guestRecords,
  keepOpen,
  keptFile,
  markReceiving,
  onChangedElsewhere,
  onNews,
  onOwnerChanged,
  openedStore,
  putOwnSnapshot,
  readOwnSnapshot,
  removeOwnSnapshots,
  savingStatus,
  serverNow,
  storeOwner,
  wakeSync,
} from './browser-store.ts';
export type { Fetched } from './fetching.ts';
export { applyListAction, type ListAction } from './list-actions.ts';
export type { News } from './loop.ts';
export { longestSilence, receivedMessages, whenReceived } from './receiving.ts';
export type { ShownMessage } from './rows.ts';
export type { SavingStatus } from './saving-status.ts';
export type { StoredHit } from './search/search-stored.ts';
export { searching } from './searching.ts';
export type { ConversationStore } from './store.ts';
export type { CreatedMessage } from './store-changes.ts';
export type { ShownConversation } from './store-reads.ts';
export type { Ended, ReplyChunk } from './store-replies.ts';
export { titleOfQuestion } from './title.ts';
