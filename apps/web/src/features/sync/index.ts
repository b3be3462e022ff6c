export {
  clearBrowserStore,
  completeConversation,
  conversationList,
  fetchConversation,
  guestConversations,
  keepOpen,
  messageFile,
  onChangedElsewhere,
  onOwnerChanged,
  openedStore,
  putStored,
  readStored,
  receiving,
  removeStored,
  savingStatus,
  serverNow,
  streamingConversations,
  takeAlong,
  wakeSync,
} from './browser-store.ts';
export { actOn, type ListAction } from './list-actions.ts';
export type { Fetched } from './owned-store.ts';
export type { ShownMessage } from './rows.ts';
export type { SavingStatus } from './saving-status.ts';
export type { ConversationStore, CreatedMessage, Ended, ListedConversation, ReplyChunk } from './store.ts';
export { titleOf } from './title.ts';
