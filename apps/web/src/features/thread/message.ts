import { fullTime, shortTime } from '../../lib/text/time.ts';
import type { Choice, Ending, Failure, ProviderName } from '../keys/index.ts';
import type { ListedReply, ListedUserMessage } from '../messages/index.ts';
import type { Counted } from './usage.ts';

/** Who is asked, and where. */
export interface Asked {
  provider: ProviderName;
  model: string;
  endpoint: string;
}

/** A failure, and when the provider takes the question again, in milliseconds since 1970, where it says so. */
type Failed = Failure & { retryAt?: number };

/** Why there is no reply, or why a reply is not whole. */
export type MessageError =
  | { type: 'stopped' }
  /** `asked`: who failed, which need not be who was asked first. */
  | { type: 'failed'; failure: Failed; asked?: Asked | null }
  /** It ended before it was done. */
  | { type: 'ended'; because: Exclude<Ending, 'done' | 'other'> }
  /** It ended without a word. */
  | { type: 'empty'; because: Ending };

/** What a thread knows of a message beyond what is shown of it. */
interface Known {
  /** Hours and minutes, in the person's locale. */
  timestamp: string;
  /** Date and time, in the person's locale. */
  fullTimestamp: string;
  /** Who was asked; the model as it named itself. Null when no provider was chosen. */
  asked: Asked | null;
  /** What its answers took, as the provider counted; at a question, those that brought no reply. Null: not told. */
  usage: Counted | null;
}

/** What the person said. */
export interface UserMessage extends ListedUserMessage, Known {
  error: MessageError | null;
}

/** What the model said. */
export interface Reply extends ListedReply, Known {
  error: MessageError | null;
  /** Who was to answer instead of the provider of the setting. */
  choice: Choice | null;
}

export type Message = UserMessage | Reply;

/** The same message but for a change. A spread would leave out what it inherits. */
export function changed<Kind extends Message>(message: Kind, change: Partial<Kind>): Kind {
  return Object.assign(Object.create(Object.getPrototypeOf(message)), message, change);
}

/** Whether a reply says anything. */
export function hasWords(reply: Reply): boolean {
  // A long text is not joined for this; a short one may be nothing but spaces.
  return reply.text.length > 1_000 || reply.text.value.trim() !== '';
}

/** The two timestamps of a moment. */
export function stamps(at: number): { at: number; timestamp: string; fullTimestamp: string } {
  const date = new Date(at);
  return { at, timestamp: shortTime(date), fullTimestamp: fullTime(date) };
}
