export { Markdown } from './markdown.tsx';
export { type ReplyText, replyText } from './reply-text.ts';
