import type { ReplyText } from '../reply-text.ts';

/** A file that goes along with a message. */
export interface Attachment {
  name: string;
  mediaType: string;
  /** Bytes. */
  size: number;
  /** What is sent of it: the file itself, or the text that is in it. */
  part: FilePart;
  /** Fetches what is sent of it from where it is stored, while `part` only names it; null: it is not there. */
  load?(): Promise<FilePart | null>;
  /** It could not be fetched: `part` only names it. */
  isAway?: true;
  /** The encoding its text was taken to be in, where nothing in it says so. */
  readAs?: string;
  /** Only of a picture. */
  thumbnail?: Thumbnail;
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

interface Common {
  id: string;
  /** Milliseconds since 1970. */
  at: number;
  /** Why it has no reply, or is not whole; its words come from who knows (`MessageExtras.error`). */
  error: object | null;
  /** It is not sent, found or copied any more; a line in its place brings it back. */
  isDeleted?: boolean;
}

/** Another person than the one at this screen. */
export interface Person {
  id: string;
  name: string;
  picture: string | null;
}

/** What a person wrote. */
export interface UserMessage extends Common {
  role: 'user';
  /** Who wrote it; nobody is named where it was the person at this screen. */
  by?: Person;
  content: string;
  attachments: readonly Attachment[];
}

/** What a model wrote; its text grows outside of React. */
export interface Reply extends Common {
  role: 'assistant';
  text: ReplyText;
  /** Text beyond what is displayed; the last part of a reply that is too long. */
  rest: string[];
  isTooLong: boolean;
  reasoning: ReplyText | null;
  /** Milliseconds since 1970 at which the thinking that still goes on began. */
  thinkingSince: number | null;
  /** Milliseconds from the first reasoning to the first text. Null while it thinks, and when it did not. */
  thoughtFor: number | null;
  isGrowing: boolean;
}

/** A message as far as showing it goes; the caller may know more of each. */
export type Message = UserMessage | Reply;

/** Whether the person at this screen wrote it. */
export const isOwn = (message: Message): boolean => message.role === 'user' && !message.by;

/** The whole text of a message. Not for every delta: it joins. */
export function contentOf(message: Message): string {
  if (message.role === 'user') return message.content;
  const { text, rest } = message;
  return rest.length === 0 ? text.value : text.value + rest.join('');
}

/** A double-click folds messages of more lines than this. */
const foldThreshold = 5;
/** So many lines on the screen are more than the area that a message is folded to. */
const overArea = 8;

/** `lettersInLine`: about how many of them the screen has room for, since a paragraph is one line to the person who wrote it. */
export function isLong(content: string, lettersInLine = Number.POSITIVE_INFINITY): boolean {
  const whole = content.trimEnd();
  const written = whole.split('\n', foldThreshold + 1).length;
  return written > foldThreshold || whole.length / lettersInLine > overArea;
}

/** The index of the last message that is not deleted; of the last one where all are. */
export function lastIndex(messages: readonly Message[]): number {
  const index = messages.findLastIndex(({ isDeleted }) => !isDeleted);
  return index < 0 ? messages.length - 1 : index;
}

/** The last message. Deleted ones behind it are no part of the conversation; null while there is none. */
export function lastMessage<Kind extends Message>(messages: readonly Kind[]): Kind | null {
  return messages[lastIndex(messages)] ?? null;
}

/** The message that can be asked for again: the last one when something is wrong with it, else the last of all. */
export function retryable<Kind extends Message>(messages: readonly Kind[]): Kind | null {
  const last = lastMessage(messages);
  return last?.error ? last : (messages.at(-1) ?? null);
}
