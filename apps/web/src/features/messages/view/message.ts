import type { ReplyText } from '../blocks/reply-text.ts';

/** A file sent with a message. */
export interface Attachment {
  name: string;
  mediaType: string;
  /** Bytes. */
  size: number;
  /** What is sent: the file itself, or its text. */
  part: FilePart;
  /** Fetches what is sent from storage, while `part` only names it; null if it is not there. Rejects when that is not known. */
  load?(): Promise<FilePart | null>;
  /** It could not be fetched: `part` only names it. */
  isAway?: true;
  /** The encoding its text was assumed to be in, if nothing in it says so. */
  readAs?: string;
  /** Only for pictures. */
  thumbnail?: Thumbnail;
  /** Called when it is near the screen without a thumbnail. */
  wantThumbnail?(): void;
}

/** `data` is in base64. */
export type FilePart =
  | { type: 'text'; text: string }
  | { type: 'file'; name: string; mediaType: string; data: string };

/** A small picture of a file, and its size in pixels. */
export interface Thumbnail {
  blob: Blob;
  width: number;
  height: number;
}

/** What the user marked a message as. */
export interface MessageMarks {
  /** It is no longer sent, found or copied; a line shown instead can restore it. */
  isDeleted?: boolean;
}

interface Common extends MessageMarks {
  id: string;
  /** Milliseconds since 1970. */
  at: number;
  /** Why it has no reply, or is incomplete; worded by `MessageExtras.error`. */
  error: object | null;
}

/** Someone other than the user of this browser. */
export interface MessageAuthor {
  id: string;
  name: string;
  picture: string | null;
}

/** What a user wrote. */
export interface ListedUserMessage extends Common {
  role: 'user';
  /** Who wrote it; absent if it was the user of this browser. */
  by?: MessageAuthor;
  /** It closely follows another message by the same author, so the author is not shown again. */
  isContinued?: boolean;
  content: string;
  attachments: readonly Attachment[];
}

/** What a model wrote; its text grows outside of React. */
export interface ListedReply extends Common {
  role: 'assistant';
  text: ReplyText;
  /** Text beyond what is displayed, for a reply that is too long. */
  rest: string[];
  isTooLong: boolean;
  reasoning: ReplyText | null;
  /** Milliseconds since 1970 at which the current thinking began; null when it is not thinking. */
  thinkingSince: number | null;
  /** Milliseconds from the first reasoning to the first text. Null while it is thinking, and if it did not think. */
  thoughtFor: number | null;
  isGrowing: boolean;
}

/** A message as far as the list is concerned; the caller may know more about it. */
export type ListedMessage = ListedUserMessage | ListedReply;

/** Whether the user of this browser wrote it. */
export const isOwn = (message: ListedMessage): boolean => message.role === 'user' && !message.by;

/** The whole text of a message. Not for every delta: it joins the pieces. */
export function contentOf(message: ListedMessage): string {
  if (message.role === 'user') return message.content;
  const { text, rest } = message;
  return rest.length === 0 ? text.value : text.value + rest.join('');
}

/** A double-click folds messages of more lines than this. */
const foldThreshold = 5;
/** More lines on screen than fit in the area that a message is folded to. */
const foldedLines = 8;

/** `lettersInLine`: roughly how many letters fit in a line on screen, since a typed paragraph counts as one line. */
export function isFoldable(content: string, lettersInLine = Number.POSITIVE_INFINITY): boolean {
  const whole = content.trimEnd();
  const written = whole.split('\n', foldThreshold + 1).length;
  return written > foldThreshold || whole.length / lettersInLine > foldedLines;
}

/** The index of the last message that is not deleted; if all are, of the last one. */
export function lastIndex(messages: readonly ListedMessage[]): number {
  const index = messages.findLastIndex(({ isDeleted }) => !isDeleted);
  return index < 0 ? messages.length - 1 : index;
}

/** The last message. Deleted ones after it do not count; null if there is none. */
export function lastMessage<Kind extends ListedMessage>(messages: readonly Kind[]): Kind | null {
  return messages[lastIndex(messages)] ?? null;
}

/** The message to retry: the last one not deleted if something is wrong with it, else the very last one. */
export function retryable<Kind extends ListedMessage>(messages: readonly Kind[]): Kind | null {
  const last = lastMessage(messages);
  return last?.error ? last : (messages.at(-1) ?? null);
}
