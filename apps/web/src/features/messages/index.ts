export { Announcer } from './announcer/announcer.tsx';
export { type Edits, openEdits } from './edit/edits.ts';
export { type FileChip, FileChips } from './files/file-chips.tsx';
export { type Finding, openFinding } from './find/finding.ts';
export type { MessageIntents, ReplyItem, ShownError } from './intents.ts';
export { MessageList } from './list/message-list.tsx';
export {
  beginning,
  type Forks,
  forkAt,
  forkKey,
  hasComeBack,
  type Listed,
  type Pending,
} from './listed.ts';
export { markdown, prepareMarkdown } from './load-markdown.ts';
export {
  type Attachment,
  contentOf,
  type FilePart,
  lastIndex,
  lastMessage,
  type Reply as ListedReply,
  retryable,
  type Thumbnail,
  type UserMessage as ListedUserMessage,
} from './message/message.ts';
export { MessageView } from './message/message-view.tsx';
export { endedText, type ReplyText, replyText } from './reply-text.ts';
