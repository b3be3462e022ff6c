export { LongChatNote } from './long-chat-note.tsx';
export { ReplyCost } from './reply-cost.tsx';
export { Tools } from './tools.tsx';
