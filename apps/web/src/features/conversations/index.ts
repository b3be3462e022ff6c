export { ConversationsPage } from './conversations-page.tsx';
export { guestWork } from './guest-conversations.ts';
export { GuestConversationsDialog } from './guest-conversations-dialog.tsx';
