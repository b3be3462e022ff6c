import { fullTime, shortTime } from '../../lib/time.ts';
import type { Choice, Ending, Failure, Part, ProviderName } from '../keys/index.ts';
import type { ReplyText } from './markdown/reply-text.ts';
import type { Counted } from './usage.ts';

/** A file that goes along with a message. */
export interface Attachment {
  name: string;
  mediaType: string;
  /** Bytes. */
  size: number;
  /** What the model gets: the file itself, or the text that is in it. */
  part: Part;
  /** The encoding its text was taken to be in, where nothing in it says so. */
  readAs?: string;
  /** Only of a picture. */
  thumbnail?: Thumbnail;
}

/** A small picture of a file, and its size in pixels. */
export interface Thumbnail {
  blob: Blob;
  width: number;
  height: number;
}

/** Who is asked, and where. */
export interface Asked {
  provider: ProviderName;
  model: string;
  endpoint: string;
}

/** Why there is no reply, or why a reply is not whole. */
export type Trouble =
  | { type: 'stopped' }
  /** `asked`: who failed, which need not be who was asked first. */
  | { type: 'failed'; failure: Failure; asked?: Asked | null }
  /** It ended before it was done. */
  | { type: 'ended'; because: Exclude<Ending, 'done' | 'other'> }
  /** It ended without a word. */
  | { type: 'empty'; because: Ending };

interface Spoken {
  id: string;
  /** Milliseconds since 1970. */
  at: number;
  /** Hours and minutes, in the person's locale. */
  timestamp: string;
  /** Date and time, in the person's locale. */
  fullTimestamp: string;
  /** Who was asked; the model as it named itself. Null when no provider was chosen. */
  asked: Asked | null;
  /** Why no reply came to this question, or why this reply is not whole. */
  trouble: Trouble | null;
  /** What its answers took, as the provider counted; at a question, those that brought no reply. Null: not told. */
  usage: Counted | null;
  /** It is not sent, found or copied any more; a line in its place brings it back. */
  isDeleted?: boolean;
}

/** What the person said. */
export interface UserMessage extends Spoken {
  role: 'user';
  content: string;
  attachments: readonly Attachment[];
}

/** What the model said; its text grows outside of React. */
export interface Reply extends Spoken {
  role: 'assistant';
  /** Who was to answer instead of the provider of the setting. */
  choice: Choice | null;
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

export type Message = UserMessage | Reply;

/** The same message but for a change. A spread would leave out what it inherits. */
export function changed<Kind extends Message>(message: Kind, change: Partial<Kind>): Kind {
  return Object.assign(Object.create(Object.getPrototypeOf(message)), message, change);
}

/** The whole text of a message. Not for every delta: it joins. */
export function contentOf(message: Message): string {
  if (message.role === 'user') return message.content;
  const { text, rest } = message;
  return rest.length === 0 ? text.value : text.value + rest.join('');
}

/** Whether a reply says anything. */
export function hasWords(reply: Reply): boolean {
  // A long text is not joined for this; a short one may be nothing but spaces.
  return reply.text.length > 1_000 || reply.text.value.trim() !== '';
}

/** A double-click folds messages of more lines than this. */
const foldThreshold = 5;

export function isLong(content: string): boolean {
  return content.trimEnd().split('\n', foldThreshold + 1).length > foldThreshold;
}

/** The two timestamps of a moment. */
export function stamps(at: number): { at: number; timestamp: string; fullTimestamp: string } {
  const date = new Date(at);
  return { at, timestamp: shortTime(date), fullTimestamp: fullTime(date) };
}
