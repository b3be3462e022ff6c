export { ConversationsPage } from './conversations-page.tsx';
