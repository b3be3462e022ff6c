import { fullTime, shortTime } from '../../lib/text/time.ts';
import type { Choice, Ending, Failure, ProviderName } from '../keys/index.ts';
import type { Attachment, ListedReply, ListedUserMessage, ReplyText } from '../messages/index.ts';
import type { ReplyUsage } from './usage.ts';

/** A provider’s model at an endpoint. */
export interface ModelRef {
  provider: ProviderName;
  model: string;
  endpoint: string;
}

export const isSameModel = (one: ModelRef | null, other: ModelRef | null): boolean =>
  one?.provider === other?.provider && one?.model === other?.model && one?.endpoint === other?.endpoint;

/** A failure, and when the provider can be asked again, in milliseconds since 1970, if it says so. */
type Failed = Failure & { retryAt?: number };

/** Why there is no reply, or why a reply is incomplete. `reason`: as the provider gave it. */
export type MessageError =
  | { type: 'stopped' }
  /** `asked`: the model that failed, which may differ from the one first asked. */
  | { type: 'failed'; failure: Failed; asked?: ModelRef | null }
  /** It ended before it was complete. */
  | { type: 'ended'; because: Exclude<Ending, 'done'>; reason?: string }
  /** It ended without any text. */
  | { type: 'empty'; because: Ending; reason?: string };

/** What a thread knows about a message beyond what the list shows. */
interface Known {
  /** Hours and minutes, in the user's locale. */
  timestamp: string;
  /** Date and time, in the user's locale. */
  fullTimestamp: string;
  /** The model that was asked, by the name in its answer. Null if no provider was chosen. */
  asked: ModelRef | null;
  /** The usage of its answers, as counted by the provider; on a question, of those without a reply. Null if unknown. */
  usage: ReplyUsage | null;
}

/** A message by the user. */
export interface UserMessage extends ListedUserMessage, Known {
  error: MessageError | null;
}

/** A message by the model. */
export interface Reply extends ListedReply, Known {
  error: MessageError | null;
  /** The connection chosen to answer instead of the provider in the settings. */
  choice: Choice | null;
  /** The model in the settings when it was asked. */
  usual: ModelRef | null;
  /** Its texts as they arrived and are stored, if part of the text turned out to be reasoning; null: as they are shown. */
  arrived: { text: ReplyText; reasoning: ReplyText | null } | null;
}

export type Message = UserMessage | Reply;

/** A copy of a message with a change. A spread would lose inherited getters. */
export function changed<Kind extends Message>(message: Kind, change: Partial<Kind>): Kind {
  return Object.assign(Object.create(Object.getPrototypeOf(message)), message, change);
}

/** What has come of a file: whatever it lacks stays as it is. */
export type LoadedFile = Partial<Pick<Attachment, 'part' | 'isAway' | 'thumbnail'>>;

/** The question `id` with what has come of its files, by their place. */
export function withFiles(
  message: Message,
  { id, loaded }: { id: string; loaded: readonly LoadedFile[] },
): Message {
  if (message.id !== id || message.role === 'assistant') return message;
  const attachments = message.attachments.map(({ load, ...file }, place): Attachment => {
    const now = loaded[place] ?? {};
    return { ...file, ...(load && !now.part && { load }), ...now };
  });
  return changed(message, { attachments });
}

/** Whether a reply has any text. */
export function hasText(reply: Reply): boolean {
  // A long text is not joined for this; a short one may be only spaces.
  return reply.text.length > 1_000 || reply.text.value.trim() !== '';
}

/** The two timestamps for a moment. */
export function stamps(at: number): { at: number; timestamp: string; fullTimestamp: string } {
  const date = new Date(at);
  return { at, timestamp: shortTime(date), fullTimestamp: fullTime(date) };
}
