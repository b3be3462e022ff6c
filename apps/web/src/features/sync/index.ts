export type { ShownMessage } from './rows.ts';
export type { ConversationStore, CreatedMessage, Ended, Grown, ListedConversation } from './store.ts';
export { conversationList, onChangedElsewhere, openedStore, serverNow, wakeSync } from './the-store.ts';
export { titleOf } from './title.ts';
