import type { Clock } from '../../lib/schedule/clock.ts';
import {
  type AnswerEvent,
  type Choice,
  choiceOf,
  type Failure,
  type QuestionMessage,
} from '../keys/index.ts';
import { lastMessage } from '../messages/index.ts';
import { type EndedEvent, emptyReply, errorOf, nothingNew, unexpectedFailure } from './ending.ts';
import { filesAway, loadFiles } from './files-to-send.ts';
import { hasText, type MessageError, type ModelRef } from './message.ts';
import { replyWriter, type Written } from './reply-writer.ts';
import { continuing, request } from './request.ts';
import { attributedUsage, type ReplyUsage } from './usage.ts';

/** Milliseconds of silence from the provider before the list says that it is still waiting. */
const silenceLimit = 60_000;

/**
 * The events of an answer; `heldBack` returns text that has arrived but is not in any event yet, `wasSent` says whether
 * the question has left.
 */
type AnswerStream = AsyncIterable<AnswerEvent> & { heldBack?(): AnswerEvent[]; wasSent?(): boolean };

export interface ThreadNeeds {
  /** Asks the provider. Sends nothing after the signal is aborted; otherwise its last event says how it ended. */
  answer(messages: QuestionMessage[], signal: AbortSignal, choice: Choice | null): AnswerStream;
  /** The model that would answer now: of `choice`, or else of the provider in the settings. */
  modelFor(choice: Choice | null): ModelRef | null;
  clock: Clock;
  /** An answer of `asked` failed. The message in the thread says so too. */
  onFailed?(failure: Failure, asked: ModelRef | null): void;
  /** Resolves once what goes with the next question besides its messages is known; awaited before each. */
  ready?(choice: Choice | null, signal: AbortSignal): Promise<void>;
  /** Resolves once older messages have been passed to `loadOlder`; awaited before a question is sent. Rejects: it may not be. */
  loaded?(signal: AbortSignal): Promise<void>;
}

interface RunOptions {
  /** It asks for the rest of the last reply. */
  isContinuing: boolean;
  choice: Choice | null;
}

/** A request, in progress or over. */
export interface Run {
  isContinuing: boolean;
  /** Ends it, unless it is over. What has arrived stays; nothing is added after this returns. */
  stop(): void;
}

/** Asks for an answer, and receives it. */
export function startRun(engine: ThreadNeeds & Written, { isContinuing, choice }: RunOptions): Run {
  const { read, dispatch, clock, onFailed } = engine;
  const control = new AbortController();
  const asked = engine.modelFor(choice);
  // What is asked stays the same while the question waits, even if another chat with another model is opened.
  const pinned = choice ?? (asked && choiceOf(asked));
  const reply = replyWriter(engine, { asked, choice, usual: engine.modelFor(null), isContinuing });
  const silence = watchSilence(engine);
  /** How the provider ended its answer. */
  let ending: EndedEvent | null = null;
  let stream: AnswerStream | undefined;
  let isOver = false;

  /** Returns why the reply is not whole; undefined: it was stopped meanwhile. */
  async function receive(events: AsyncIterator<AnswerEvent>): Promise<MessageError | null | undefined> {
    for (;;) {
      const step = await events.next();
      if (isOver) return undefined;
      if (step.done) return { type: 'ended', because: 'cut-off' };
      silence.heard();
      const event = step.value;
      if (event.type === 'ended') {
        ending = event;
        return errorOf(event);
      }
      if (event.type === 'failed') {
        const { retryAfter } = event.failure;
        const retryAt = retryAfter ? { retryAt: clock.now() + retryAfter } : {};
        return { type: 'failed', failure: { ...event.failure, ...retryAt }, asked: reply.asked() };
      }
      reply.take(event);
    }
  }

  async function run() {
    let events: AsyncIterator<AnswerEvent> | undefined;
    let error: MessageError | null | undefined;
    try {
      if (read().hasMore) await engine.loaded?.(control.signal);
      if (!isOver && engine.ready) await engine.ready(pinned, control.signal);
      if (!isOver && filesAway(read()).length > 0) await loadFiles(read(), dispatch);
      if (isOver) return;
      const messages = isContinuing ? continuing(read()) : request(read());
      stream = engine.answer(messages, control.signal, pinned);
      events = stream[Symbol.asyncIterator]();
      error = await receive(events);
    } catch (thrown) {
      error = { type: 'failed', failure: unexpectedFailure(thrown), asked: reply.asked() };
    } finally {
      // Not awaited, since the provider may never respond.
      events?.return?.()?.catch?.(() => {});
    }
    if (error !== undefined && !isOver) finish(error);
  }

  function finish(error: MessageError | null) {
    isOver = true;
    silence.stop();
    const isStreaming = read().pending.type === 'streaming';
    reply.end();
    const written = lastMessage(read().messages);
    const isAnswered = isStreaming && written?.role === 'assistant' && hasText(written);
    // Asked for the rest, the model had nothing to add: the reply is complete.
    const isComplete = error === null && isContinuing;
    const shown = isAnswered || isComplete ? error : emptyReply(error, ending);
    const id = written?.id ?? null;
    const isSent = stream !== undefined && stream.wasSent?.() !== false;
    const wasSent = isSent && !isStreaming && error?.type === 'stopped';
    dispatch({ type: 'answer-ended', id, error: shown, usage: spent(), asked: reply.asked(), wasSent });
    const last = lastMessage(read().messages);
    if (shown?.type === 'failed') onFailed?.(shown.failure, reply.asked());
    // The list does not show this: a complete old reply is back, or the line of a deleted message.
    else if (shown?.type === 'empty' && (last?.error !== shown || last?.isDeleted))
      onFailed?.(nothingNew, reply.asked());
  }

  /** The usage of this run, relative to the message it is stored with. */
  function spent(): ReplyUsage | null {
    const message = lastMessage(read().messages);
    const counted = reply.usage();
    if (!counted || !message) return counted;
    const usage = attributedUsage(counted, reply.asked(), message.asked);
    return usage && isContinuing && message.usage === null ? { ...usage, isPartial: true } : usage;
  }

  void run();
  return {
    isContinuing,
    stop() {
      if (isOver) return;
      for (const event of stream?.heldBack?.() ?? []) reply.take(event);
      finish({ type: 'stopped' });
      control.abort();
    },
  };
}

/** Says when nothing has arrived for a while. */
function watchSilence({ read, dispatch, clock }: Pick<ThreadNeeds & Written, 'read' | 'dispatch' | 'clock'>) {
  let lastEventAt = clock.now();
  let stop = wait(silenceLimit);

  function wait(time: number): () => void {
    return clock.after(time, () => {
      const left = lastEventAt + silenceLimit - clock.now();
      if (left > 0) stop = wait(left);
      else dispatch({ type: 'silence-began' });
    });
  }

  return {
    heard() {
      lastEventAt = clock.now();
      const { pending } = read();
      if (pending.type === 'idle' || !pending.isStillWaiting) return;
      dispatch({ type: 'silence-ended' });
      stop = wait(silenceLimit);
    },
    stop: () => stop(),
  };
}
