export { ConversationsPage } from './conversations-page.tsx';
export { TakeAlong } from './take-along.tsx';
