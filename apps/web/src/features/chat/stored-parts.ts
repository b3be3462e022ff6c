// What a page shows of a stored conversation around its messages, or in their place, loaded together.
export { ChatTitle, titleOf } from './chat-title.tsx';
export { ConversationNotes } from './conversation-notes.tsx';
export { MissingConversation } from './missing-conversation.tsx';
export { StoredMenu } from './stored-menu.tsx';
