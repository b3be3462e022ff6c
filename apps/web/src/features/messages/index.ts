export { CopyButton } from './actions/copy-button.tsx';
export { Timestamp } from './actions/timestamp.tsx';
export { Announcer } from './announcer/announcer.tsx';
export { spokenText } from './announcer/spoken-text.ts';
export { EditBox } from './edit/edit-box.tsx';
export { type Edits, openEdits, unsentEdits } from './edit/edits.ts';
export { type FileChip, FileChips } from './files/file-chips.tsx';
export { type Finding, openFinding } from './find/finding.ts';
export type { MessageIntents, ReplyItem, ShownError } from './intents.ts';
export { MessageList } from './list/message-list.tsx';
export type { Row } from './list/row.ts';
export type { Target } from './list/use-go-to.ts';
export {
  type Forks,
  forkAt,
  forkKey,
  hasFallenBack,
  type ListSource,
  type ListState,
  type Pending,
  rootForkKey,
} from './list-state.ts';
export { markdown, prepareMarkdown } from './load-markdown.ts';
export { Bubble } from './message/bubble.tsx';
export {
  type Attachment,
  contentOf,
  type FilePart,
  lastIndex,
  lastMessage,
  type MessageMarks,
  type Person,
  type Reply as ListedReply,
  retryable,
  type Thumbnail,
  type UserMessage as ListedUserMessage,
} from './message/message.ts';
export { MessageFrame } from './message/message-frame.tsx';
export { MessageView } from './message/message-view.tsx';
export { TextBody } from './message/text-body.tsx';
export { Reasoning } from './reasoning/reasoning.tsx';
export { endedText, type ReplyText, replyText } from './reply-text.ts';
