export { markdown, prepareMarkdown } from './blocks/load-markdown.ts';
export { endedText, type ReplyText, replyText } from './blocks/reply-text.ts';
export { type Finding, openFinding } from './find/finding.ts';
export { MessageList } from './list/message-list.tsx';
export type { Target } from './list/use-go-to.ts';
export { CopyButton } from './view/actions/copy-button.tsx';
export { MoreMenu } from './view/actions/more-menu.tsx';
export { Timestamp } from './view/actions/timestamp.tsx';
export { Announcer } from './view/announcer/announcer.tsx';
export { spokenText } from './view/announcer/spoken-text.ts';
export { type Edits, openEdits, unsentEdits } from './view/edit/edits.ts';
export { editBox } from './view/edit/late-edit-box.ts';
export { useFocusBack } from './view/edit/use-focus-back.ts';
export { type FileChip, FileChips } from './view/files/file-chips.tsx';
export type { MessageIntents, ReplyItem, ShownError } from './view/intents.ts';
export {
  type Forks,
  forkAt,
  forkKey,
  hasFallenBack,
  type ListSource,
  type ListState,
  type Pending,
  rootForkKey,
} from './view/list-state.ts';
export { Bubble } from './view/message/bubble.tsx';
export { MessageFrame } from './view/message/message-frame.tsx';
export { MessageView } from './view/message/message-view.tsx';
export {
  type Attachment,
  contentOf,
  type FilePart,
  type ListedReply,
  type ListedUserMessage,
  lastIndex,
  lastMessage,
  type MessageAuthor,
  type MessageMarks,
  retryable,
  type Thumbnail,
} from './view/message.ts';
export { Reasoning } from './view/reasoning/reasoning.tsx';
export type { Row } from './view/row.ts';
export { TextBody } from './view/text-body.tsx';
