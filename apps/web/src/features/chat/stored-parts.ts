// What a page shows of a stored conversation around its messages, loaded together.
export { ChatTitle, titleOf } from './chat-title.tsx';
export { ConversationNotes } from './conversation-notes.tsx';
export { StoredMenu } from './stored-menu.tsx';
