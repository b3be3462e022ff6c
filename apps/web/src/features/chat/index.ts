export { ChatPage } from './chat-page.tsx';
export { chatOf, idInPath } from './chats.ts';
