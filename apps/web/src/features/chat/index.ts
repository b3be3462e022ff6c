export { ChatPage } from './chat-page.tsx';
export { chat, draft } from './the-chat.ts';
