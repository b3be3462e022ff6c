import type { MessageDetails, UsageRecord } from '@polylogue/contract';
import { cutText, newId } from '@polylogue/sync';
import type { Clock } from '../../../lib/schedule/clock.ts';
import { lastMessage, type ReplyText } from '../../messages/index.ts';
import type { ConversationStore } from '../../sync/index.ts';
import type { Message, ModelRef, Reply, ThreadState } from '../../thread/index.ts';
import type { OrderedWork } from './ordered-work.ts';

interface GrowingReplyNeeds {
  conversationId: string;
  /** Whether an account has it too, with which it may be erased here and come back. */
  isInAccount: boolean;
  read(): ThreadState;
  clock: Clock;
  work: OrderedWork<Pick<ConversationStore, 'grow' | 'end'>>;
  /** Marks a reply as being received here; returns a function that ends that. */
  receiving(messageId: string): () => void;
  /** Returns what says, with each piece of an answer, what it has used so far; null: not known yet. */
  usedSoFar(answer: GrowingAnswer): (more: string) => UsageRecord | null;
}

/** An answer that is being received. */
export interface GrowingAnswer {
  messageId: string;
  runId: string;
  /** The model that was asked. */
  asked: ModelRef | null;
  /** The text that was there before it. */
  before: string;
}

/** What is stored of a reply besides its texts. */
type Origin = () => { parent_id: string | null; created_at: number };

interface BeginOptions {
  origin: Origin;
  /** The model that was asked. */
  asked: ModelRef | null;
  /** Of a new reply everything is stored, even what has arrived by now. */
  isNew: boolean;
}

/** A run that is being received. */
interface Receiving extends GrowingAnswer {
  /** What it has used with this piece of it, estimated. */
  used: ReturnType<GrowingReplyNeeds['usedSoFar']>;
  base: number;
  reasoningBase: number;
  /** How much is stored. */
  offset: number;
  reasoningOffset: number;
  origin: Origin;
  /** No longer listens to its texts. */
  stops: (() => void)[];
  release(): void;
}

/** What a run has made of a reply. */
export interface Grown {
  /** The text that was there before it. */
  before: string;
  /** The text and reasoning that it added. */
  added: string;
}

/** Milliseconds between two writes of a growing reply: at most this much is lost when the browser crashes. */
const pace = 1_000;

/** Stores the text of a reply while it grows, once a second. */
export function growingReply({
  conversationId,
  isInAccount,
  read,
  clock,
  work,
  receiving,
  usedSoFar,
}: GrowingReplyNeeds) {
  let current: Receiving | null = null;
  let callOff = () => {};
  /** The next write waits for a timer that was set by a timer. */
  let isChained = false;

  const runOf = ({ messageId, runId, base, reasoningBase, origin }: Receiving, reply: Reply) => ({
    conversation_id: conversationId,
    message_id: messageId,
    run_id: runId,
    base,
    reasoning_base: reasoningBase,
    ...(isInAccount && {
      whole: () => ({
        ...origin(),
        body: withoutHalfPair(textFrom(reply, 0)),
        reasoning: withoutHalfPair(reasoningFrom(reply, 0)),
      }),
    }),
  });

  function grow(received: Receiving, reply: Reply, text: string, reasoning: string) {
    const { offset, reasoningOffset: reasoning_offset } = received;
    const run = { ...runOf(received, reply), usage: received.used(text + reasoning) };
    work.add((store) => store.grow({ ...run, offset, text, reasoning_offset, reasoning }));
  }

  function flush() {
    const reply = lastMessage(read().messages);
    if (!current || reply?.role !== 'assistant' || reply.id !== current.messageId) return;
    const text = withoutHalfPair(textFrom(reply, current.offset));
    const reasoning = withoutHalfPair(reasoningFrom(reply, current.reasoningOffset));
    if (text === '' && reasoning === '') return;
    grow(current, reply, text, reasoning);
    current.offset += text.length;
    current.reasoningOffset += reasoning.length;
  }

  function schedule(chained: boolean) {
    callOff();
    isChained = chained;
    callOff = clock.after(pace, () => {
      flush();
      schedule(true);
    });
  }

  /** A hidden page may run chains of timers only once a minute: the first text that arrives sets another one. */
  const arrived = () => void (isChained && schedule(false));

  function follow(text: ReplyText | null | undefined) {
    if (text) current?.stops.push(text.listen(arrived));
  }

  return {
    /** Text of the growing reply, where it was not there when it began. */
    follow,

    /** Stores what has arrived right away. */
    flush,

    /** The id of the run that is being received. */
    runId: () => current?.runId,

    /** From now on stores what is added to a reply. */
    begin(reply: Reply, { origin, asked, isNew }: BeginOptions) {
      const base = isNew ? 0 : lengthOf(reply);
      const reasoningBase = isNew ? 0 : (arrivedReasoning(reply)?.length ?? 0);
      const before = isNew ? '' : textFrom(reply, 0);
      const answer = { messageId: reply.id, runId: newId(), asked, before };
      current = {
        ...answer,
        used: usedSoFar(answer),
        base,
        reasoningBase,
        offset: base,
        reasoningOffset: reasoningBase,
        origin,
        stops: [],
        release: receiving(reply.id),
      };
      // Even if the page is left before any text is stored, its next visit sees what to end.
      grow(current, reply, '', '');
      follow(reply.text);
      follow(reply.reasoning);
      schedule(false);
    },

    /**
     * Stores the whole reply, and with it what it used where that is known. Returns what this run has made of it; null:
     * it is not the one that was growing, and nothing is stored.
     */
    end(message: Message, details: MessageDetails, usage: UsageRecord | null): Grown | null {
      let grown: Grown | null = null;
      if (current && message.role === 'assistant' && message.id === current.messageId) {
        const body = textFrom(message, 0);
        const reasoning = reasoningFrom(message, 0);
        const run = runOf(current, message);
        grown = {
          before: body.slice(0, run.base),
          added: body.slice(run.base) + reasoning.slice(run.reasoning_base),
        };
        work.add((store) => store.end({ ...run, body, reasoning, details, usage }));
      }
      callOff();
      for (const stop of current?.stops ?? []) stop();
      if (current) work.add(current.release);
      current = null;
      return grown;
    },
  };
}

// A reply is stored as it arrived.
const arrivedReasoning = ({ reasoning, arrived }: Reply) => (arrived ?? { reasoning }).reasoning;

const reasoningFrom = (reply: Reply, position: number): string =>
  arrivedReasoning(reply)?.readFrom(position, Number.POSITIVE_INFINITY) ?? '';

/** The whole reply counts, including what is too long to be shown. */
const lengthOf = ({ text, rest, arrived }: Reply) =>
  arrived?.text.length ?? text.length + rest.reduce((sum, part) => sum + part.length, 0);

function textFrom({ text, rest, arrived }: Reply, position: number): string {
  if (arrived) return arrived.text.readFrom(position, Number.POSITIVE_INFINITY);
  if (rest.length === 0) return text.readFrom(position, Number.POSITIVE_INFINITY);
  return (text.value + rest.join('')).slice(position);
}

/** Without the first half of a surrogate pair whose second half has not arrived. */
const withoutHalfPair = (text: string) =>
  /[\uD800-\uDBFF]$/.test(text) ? cutText(`${text}x`, text.length) : text;
