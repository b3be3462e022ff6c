import { newId } from '@polylogue/sync';
import {
  type Attachment,
  contentOf,
  type Forks,
  type MessageMarks,
  type ReplyText,
} from '../messages/index.ts';
import { hasSameMarks, marksOf } from './marks.ts';
import {
  type Message,
  type MessageError,
  type ModelRef,
  type Reply,
  stamps,
  type UserMessage,
} from './message.ts';
import { sortedReply } from './sorted-reply.ts';
import { emptyThread, type ThreadState } from './thread-state.ts';
import type { ReplyUsage } from './usage.ts';
import { everyMessage } from './versions.ts';

interface StoredFields extends MessageMarks {
  /** Absent if it does not come from a store. */
  id?: string;
  content: string;
  /** Milliseconds since 1970. */
  at: number;
  asked: ModelRef | null;
  error: MessageError | null;
  usage?: ReplyUsage | null;
}

type Question = StoredFields & { role: 'user'; attachments?: readonly StoredFile[] };
type Answer = StoredFields & { role: 'assistant'; reasoning?: string; thoughtFor?: number | null };

/** A message as plain data, as it is stored outside a thread; its files by name, type and size, with a way to load them. */
export type PlainMessage = Question | Answer;

/** A conversation as plain data. `forks` as in a conversation. */
export interface PlainThread {
  messages: readonly PlainMessage[];
  forks?: Readonly<Record<string, readonly (readonly PlainMessage[] | null)[]>>;
  sentFrom?: string | null;
  hasMore?: boolean;
}

type StoredFile = Pick<Attachment, 'name' | 'mediaType' | 'size' | 'load' | 'wantThumbnail'>;

/** The message restored; text beyond `limit` is not displayed. */
export function messageOf(stored: PlainMessage, limit: number): Message {
  const id = stored.id ?? newId();
  return stored.role === 'user' ? new StoredQuestion(stored, id) : new StoredReply(stored, id, limit);
}

/** The conversation restored; messages that did not change stay the objects that they are in `before`. */
export function openedThread(
  { messages, forks = {}, sentFrom = null, hasMore = false }: PlainThread,
  limit: number,
  before: ThreadState = emptyThread,
) {
  const known = new Map(everyMessage(before).map((message) => [message.id, message]));
  const messageIn = (stored: PlainMessage) => {
    const message = messageOf(stored, limit);
    const same = known.get(message.id);
    return same && isSame(same, message) ? same : message;
  };
  return {
    messages: messages.map(messageIn),
    forks: Object.fromEntries(
      Object.entries(forks).map(([key, fork]) => [key, fork.map((tail) => tail?.map(messageIn) ?? null)]),
    ) as Forks<Message>,
    sentFrom,
    hasMore,
  };
}

/** Whether two messages have the same content; the author never changes without it. */
const isSame = (one: Message, other: Message): boolean =>
  hasSameMarks(one, other) && besides(one) === besides(other) && contentOf(one) === contentOf(other);

/** What else is shown of it. Reasoning only grows: its length says whether it is the same. */
const besides = ({ error, usage, ...message }: Message) =>
  JSON.stringify([
    error,
    usage?.input,
    usage?.output,
    message.role === 'assistant' && [message.reasoning?.length ?? 0, message.thoughtFor],
  ]);

/**
 * A class, since thousands are created in one go by code that has not been optimised yet: object literals take half as
 * long again, and those with getters much longer. `changed` keeps the prototype.
 */
class StoredText {
  readonly id: string;
  readonly at: number;
  readonly asked: ModelRef | null;
  readonly error: MessageError | null;
  readonly usage: ReplyUsage | null;

  constructor(stored: StoredFields, id: string) {
    this.id = id;
    this.at = stored.at;
    this.asked = stored.asked;
    this.error = stored.error;
    this.usage = stored.usage ?? null;
    Object.assign(this, marksOf(stored));
  }

  // Computed when it is shown: formatting 10,000 of them takes longer than a frame.
  get timestamp() {
    return stamps(this.at).timestamp;
  }

  get fullTimestamp() {
    return stamps(this.at).fullTimestamp;
  }
}

class StoredQuestion extends StoredText implements UserMessage {
  readonly role = 'user';
  readonly content: string;
  readonly attachments: readonly Attachment[];

  constructor(stored: Question, id: string) {
    super(stored, id);
    this.content = stored.content;
    this.attachments = stored.attachments?.map(fileOf) ?? noFiles;
  }
}

class StoredReply extends StoredText implements Reply {
  readonly role = 'assistant';
  readonly choice = null;
  readonly usual = null;
  readonly text: ReplyText;
  readonly rest: string[];
  readonly isTooLong: boolean;
  readonly reasoning: ReplyText | null;
  readonly arrived: Reply['arrived'];
  readonly thinkingSince = null;
  readonly thoughtFor: number | null;
  readonly isGrowing = false;

  constructor(stored: Answer, id: string, limit: number) {
    super(stored, id);
    const sorted = sortedReply(stored.content, stored.reasoning ?? '', limit);
    this.text = sorted.text;
    this.rest = sorted.rest;
    this.isTooLong = sorted.isTooLong;
    this.reasoning = sorted.reasoning;
    this.arrived = sorted.arrived;
    this.thoughtFor = stored.thoughtFor ?? null;
  }
}

const noFiles: readonly Attachment[] = [];

/** Until its bytes are fetched, or if they are missing, the model gets its name instead. */
function fileOf(file: StoredFile): Attachment {
  return { ...file, part: { type: 'text', text: `[File: ${file.name}]` } };
}
