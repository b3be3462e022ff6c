export { ConversationsPage } from './conversations-page.tsx';
export { GuestConversationsDialog } from './guest-conversations-dialog.tsx';
