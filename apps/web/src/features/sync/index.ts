export type { Fetched } from './exchange/fetching.ts';
export type { News } from './exchange/loop.ts';
export type { SavingStatus } from './exchange/saving-status.ts';
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
  storeOwner,
  wakeSync,
} from './owner/browser-store.ts';
export type { ShownMessage } from './rows/rows.ts';
export { titleOfQuestion } from './rows/title.ts';
export type { StoredHit } from './search/search-stored.ts';
export { searching } from './search/searching.ts';
export type { ListAction } from './store/list-actions.ts';
export { longestSilence, receivedMessages, sinceHeardOf, whenReceived } from './store/receiving.ts';
export type { ConversationStore } from './store/store.ts';
export type { CreatedMessage } from './store/store-changes.ts';
export type { ShownConversation } from './store/store-reads.ts';
export type { Ended, ReplyChunk } from './store/store-replies.ts';
