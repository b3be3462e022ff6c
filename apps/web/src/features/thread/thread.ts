import { isBlank, newId } from '@polylogue/sync';
import type { Clock } from '../../lib/schedule/clock.ts';
import { type Live, live } from '../../lib/state/live.ts';
import type { AnswerEvent, Choice, Ending, Failure, QuestionMessage, Usage } from '../keys/index.ts';
import {
  type Attachment,
  contentOf,
  type Edits,
  type FilePart,
  lastMessage,
  openEdits,
  replyText,
  retryable,
} from '../messages/index.ts';
import { after, type Conversation, emptyConversation, firstSent, type ThreadEvent } from './conversation.ts';
import {
  hasText,
  type Message,
  type MessageError,
  type ModelRef,
  type Reply,
  stamps,
  type UserMessage,
} from './message.ts';
import { continuing, endsWithQuestion, request } from './request.ts';
import { arrivedTexts, sortedReply } from './sorted-reply.ts';
import { messageOf, type StoredMessage } from './stored-message.ts';
import { attributedUsage, type ReplyUsage } from './usage.ts';
import { everyMessage, type Forks } from './versions.ts';

/** UTF-16 code units of a reply that are displayed; the rest is only in the download. */
const displayLimit = 5_000_000;
/** Milliseconds of silence from the provider before the list says that it is still waiting. */
const silenceLimit = 60_000;

/** The events of an answer; `heldBack` returns text that has arrived but is not in any event yet. */
type AnswerStream = AsyncIterable<AnswerEvent> & { heldBack?(): AnswerEvent[] };

export interface ThreadNeeds {
  /** Asks the provider. Sends nothing after the signal is aborted; otherwise its last event says how it ended. */
  answer(messages: QuestionMessage[], signal: AbortSignal, choice: Choice | null): AnswerStream;
  /** The model that would answer now: of `choice`, or else of the provider in the settings. */
  modelFor(choice: Choice | null): ModelRef | null;
  clock: Clock;
  /** An answer of `asked` failed. The message in the thread says so too. */
  onFailed?(failure: Failure, asked: ModelRef | null): void;
  /** Resolves once all older messages have been passed to `loadOlder`; awaited before a question is sent without them. */
  loaded?(): Promise<void>;
  /** Called for each event, with the conversation after it. */
  onEvent?(event: ThreadEvent, conversation: Conversation): void;
  /** Defaults to `displayLimit`. */
  displayLimit?: number;
}

/** A conversation as plain data. `forks` as in a conversation. */
export interface StoredThread {
  messages: readonly StoredMessage[];
  forks?: Readonly<Record<string, readonly (readonly StoredMessage[] | null)[]>>;
  sentFrom?: string | null;
  hasMore?: boolean;
}

/**
 * One conversation on screen, without React and without storage. `send`, `retry`, `continueReply` and `show` do nothing
 * while an answer is pending; `retry` and `continueReply` apply to the last message that is not deleted. `edit` and
 * `regenerate` stop a pending answer, and what was there before stays as another version. Nothing is asked if no question
 * is left.
 */
export interface Thread extends Pick<Live<Conversation>, 'read' | 'listen' | 'start'> {
  /** The questions that are being edited right now. */
  edits: Edits;
  /** Replaces this conversation with a stored one, and stops a pending answer. Unchanged messages stay the same objects. */
  open(stored: StoredThread): void;
  /** Replaces the files of a question. */
  setFiles(id: string, attachments: readonly Attachment[]): void;
  /** Puts older messages in front of those that are here. */
  loadOlder(stored: StoredThread): void;
  send(content: string, attachments?: readonly Attachment[]): void;
  /** Stops the answer. What has arrived stays; nothing is added after this returns. */
  stop(): void;
  /** Asks again for a reply that is missing, incomplete or deleted. */
  retry(): void;
  /** Asks for the rest of an incomplete reply; it is added to the same reply. */
  continueReply(): void;
  /** Replaces this question with another one, and continues from there. */
  edit(id: string, content: string, attachments: readonly Attachment[]): void;
  /** Asks for another version of this reply, from `choice` or else the provider in the settings. */
  regenerate(id: string, choice?: Choice | null): void;
  /**
   * Removes a message, complete or not, from what is sent; a line stays in its place. Stops the answer belonging to it.
   * Its other versions stay.
   */
  deleteMessage(id: string): void;
  restoreMessage(id: string): void;
  /** Shows another version of this message and of everything after it. */
  show(id: string, version: number): void;
  /** From now on the question `until`, or the next one after that message, is the first that is sent. */
  dropOldest(until: string): void;
  sendAll(): void;
}

type EndedEvent = Omit<Extract<AnswerEvent, { type: 'ended' }>, 'type'>;

/** A request in progress. It is over once it is no longer the thread's current one. */
interface Run {
  control: AbortController;
  asked: ModelRef | null;
  choice: Choice | null;
  isContinuing: boolean;
  lastEventAt: number;
  /** The last report; each one is the total. */
  usage: Usage | null;
  /** How the provider ended its answer. */
  ending: EndedEvent | null;
  hasStarted: boolean;
  hasText: boolean;
  heldBack(): AnswerEvent[];
  stopSilenceTimer(): void;
}

export function openThread(needs: ThreadNeeds): Thread {
  const { answer, modelFor, clock, onFailed } = needs;
  const limit = needs.displayLimit ?? displayLimit;
  const { read, listen, start, dispatch: apply } = live<Conversation, ThreadEvent>(emptyConversation, after);
  let current: Run | null = null;

  function dispatch(event: ThreadEvent) {
    apply(event);
    needs.onEvent?.(event, read());
  }

  const last = () => lastMessage(read().messages);
  const reply = () => {
    const message = last();
    return message?.role === 'assistant' ? message : null;
  };

  async function run(isContinuing: boolean, choice: Choice | null = null) {
    const run: Run = {
      control: new AbortController(),
      asked: modelFor(choice),
      choice,
      isContinuing,
      lastEventAt: clock.now(),
      usage: null,
      ending: null,
      hasStarted: false,
      hasText: false,
      heldBack: () => [],
      stopSilenceTimer: () => {},
    };
    current = run;
    startSilenceTimer(run, silenceLimit);
    let outcome: MessageError | null = { type: 'ended', because: 'cut-off' };
    let events: AsyncIterator<AnswerEvent> | undefined;
    try {
      if (read().hasMore) await needs.loaded?.();
      if (current !== run) return;
      if (filesAway(read()).length > 0) {
        const missing = await loadFiles();
        if (current !== run) return;
        if (missing.length > 0) throw new FilesMissing(missing);
      }
      const messages = isContinuing ? continuing(read()) : request(read());
      const stream = answer(messages, run.control.signal, choice);
      run.heldBack = () => stream.heldBack?.() ?? [];
      events = stream[Symbol.asyncIterator]();
      for (;;) {
        const step = await events.next();
        if (current !== run) return;
        if (step.done) break;
        noteEvent(run);
        const event = step.value;
        if (event.type === 'ended') {
          run.ending = event;
          outcome = errorOf(event);
          break;
        }
        if (event.type === 'failed') {
          const { failure } = event;
          const wait = failure.retryAfter;
          const retryAt = wait ? { retryAt: clock.now() + wait } : {};
          outcome = { type: 'failed', failure: { ...failure, ...retryAt }, asked: run.asked };
          break;
        }
        take(run, event);
      }
    } catch (error) {
      if (current !== run) return;
      outcome = { type: 'failed', failure: unexpected(error), asked: run.asked };
    } finally {
      // Not awaited, since the provider may never respond.
      events?.return?.()?.catch?.(() => {});
    }
    finish(run, outcome);
  }

  /** Fetches the files to be sent; returns the names of missing ones. */
  async function loadFiles(): Promise<string[]> {
    const missing: string[] = [];
    for (const { id, attachments } of filesAway(read())) {
      const loaded = await Promise.all(attachments.map(loadFile));
      missing.push(...loaded.flatMap(({ name, part }, at) => (attachments[at]?.load && !part ? [name] : [])));
      dispatch({
        type: 'files-loaded',
        id,
        attachments: loaded.map(({ part, ...file }, at) => ({
          ...file,
          part: part ?? (attachments[at] as Attachment).part,
          ...(!part && { isAway: true }),
        })),
      });
    }
    return missing;
  }

  function take(run: Run, event: AnswerEvent) {
    if (event.type === 'text' && event.text !== '') {
      begin(run);
      textBegan(run);
      write(event.text);
    } else if (event.type === 'reasoning' && event.text !== '') {
      begin(run);
      think(run, event.text);
    } else if (event.type === 'model') {
      named(run, event.model);
    } else if (event.type === 'usage') {
      run.usage = event.usage;
    }
  }

  function begin(run: Run) {
    if (run.hasStarted) return;
    run.hasStarted = true;
    if (run.isContinuing) resume();
    else dispatch({ type: 'reply-started', reply: newReply(run) });
  }

  function newReply(run: Run): Reply {
    return {
      id: newId(),
      role: 'assistant',
      ...stamps(clock.now()),
      text: replyText(),
      rest: [],
      isTooLong: false,
      reasoning: null,
      thinkingSince: null,
      thoughtFor: null,
      arrived: null,
      isGrowing: true,
      asked: run.asked,
      choice: run.choice,
      error: null,
      usage: null,
    };
  }

  function resume() {
    const { text, reasoning, arrived } = reply() ?? {};
    for (const growing of [text, reasoning, arrived?.text, arrived?.reasoning]) growing?.reopen();
    dispatch({ type: 'reply-resumed' });
  }

  function write(delta: string) {
    const growing = reply();
    if (!growing) return;
    growing.arrived?.text.append(delta);
    const room = limit - growing.text.length;
    if (!growing.isTooLong && delta.length <= room) return growing.text.append(delta);
    if (growing.isTooLong) return void growing.rest.push(delta);
    // Does not cut between the halves of a surrogate pair.
    const isPair = room > 0 && /[\uD800-\uDBFF]/.test(delta.charAt(room - 1));
    const cut = isPair ? room - 1 : room;
    growing.text.append(delta.slice(0, cut));
    growing.rest.push(delta.slice(cut));
    dispatch({ type: 'reply-changed', change: { isTooLong: true } });
  }

  function think(run: Run, delta: string) {
    const growing = reply();
    if (!growing) return;
    const { reasoning, thinkingSince, thoughtFor, arrived } = growing;
    reasoning?.append(delta);
    arrived?.reasoning?.append(delta);
    if (arrived && !arrived.reasoning)
      dispatch({ type: 'reply-changed', change: { arrived: { ...arrived, reasoning: replyText(delta) } } });
    const isNew = thinkingSince === null && !run.hasText;
    if (reasoning && !isNew) return;
    // Time spent thinking before a cut-off counts, too.
    const since = isNew ? { thinkingSince: clock.now() - (thoughtFor ?? 0), thoughtFor: null } : {};
    dispatch({ type: 'reply-changed', change: { reasoning: reasoning ?? replyText(delta), ...since } });
  }

  function textBegan(run: Run) {
    if (run.hasText) return;
    run.hasText = true;
    stopThinking();
  }

  function stopThinking() {
    const since = reply()?.thinkingSince ?? null;
    if (since === null) return;
    dispatch({ type: 'reply-changed', change: { thinkingSince: null, thoughtFor: clock.now() - since } });
  }

  /** At the end it shows which part of the text was reasoning. */
  function sortReasoning() {
    const written = reply();
    if (!written) return;
    const { text, reasoning } = arrivedTexts(written);
    const sorted = sortedReply(text, reasoning, limit);
    if (sorted.arrived) dispatch({ type: 'reply-changed', change: sorted });
  }

  function named(run: Run, model: string) {
    if (!run.asked || run.asked.model === model) return;
    run.asked = { ...run.asked, model };
    // A continued reply stays attributed to the model that began it.
    if (run.hasStarted && !run.isContinuing)
      dispatch({ type: 'reply-changed', change: { asked: run.asked } });
  }

  function finish(run: Run, error: MessageError | null) {
    current = null;
    run.stopSilenceTimer();
    const { pending } = read();
    if (pending.type === 'streaming') stopThinking();
    const { text, reasoning, arrived } = reply() ?? {};
    for (const grown of [text, reasoning, arrived?.text, arrived?.reasoning]) grown?.end();
    if (pending.type === 'streaming') sortReasoning();
    const written = reply();
    const isAnswered = pending.type === 'streaming' && written !== null && hasText(written);
    // Asked for the rest, the model had nothing to add: the reply is complete.
    const isComplete = error === null && run.isContinuing;
    const shown = isAnswered || isComplete ? error : emptyReply(error, run.ending);
    dispatch({ type: 'answer-ended', error: shown, usage: countOf(run) });
    if (shown?.type === 'failed') onFailed?.(shown.failure, run.asked);
    // The list does not show this: a complete old reply is back, or the line of a deleted message.
    else if (shown?.type === 'empty' && (last()?.error !== shown || last()?.isDeleted))
      onFailed?.(nothingNew, run.asked);
  }

  /** The usage of a run, relative to the message it is stored with. */
  function countOf(run: Run): ReplyUsage | null {
    const message = last();
    if (!run.usage || !message) return run.usage;
    const usage = attributedUsage(run.usage, run.asked, message.asked);
    return usage && run.isContinuing && message.usage === null ? { ...usage, isPartial: true } : usage;
  }

  function startSilenceTimer(run: Run, wait: number) {
    run.stopSilenceTimer = clock.after(wait, () => {
      const left = run.lastEventAt + silenceLimit - clock.now();
      if (left > 0) return startSilenceTimer(run, left);
      dispatch({ type: 'silence-began' });
    });
  }

  function noteEvent(run: Run) {
    run.lastEventAt = clock.now();
    const { pending } = read();
    if (pending.type === 'idle' || !pending.isStillWaiting) return;
    dispatch({ type: 'silence-ended' });
    startSilenceTimer(run, silenceLimit);
  }

  function sendQuestion(content: string, attachments: readonly Attachment[], insteadOf: string | null) {
    const question: UserMessage = {
      id: newId(),
      role: 'user',
      ...stamps(clock.now()),
      content,
      attachments,
      asked: modelFor(null),
      error: null,
      usage: null,
    };
    dispatch({ type: 'question-asked', question, insteadOf });
    void run(false);
  }

  const message = (id: string) => read().messages.find((message) => message.id === id);
  /** The index at which an answer would go: in place of a reply, or after a question. */
  const placeOf = (message: Message) =>
    read().messages.indexOf(message) + (message.role === 'assistant' ? 0 : 1);
  const isNothing = (content: string, attachments: readonly Attachment[]) =>
    isBlank(content) && attachments.length === 0;
  const isIdle = () => read().pending.type === 'idle';

  function stop() {
    const stopped = current;
    if (!stopped) return;
    for (const event of stopped.heldBack()) take(stopped, event);
    finish(stopped, { type: 'stopped' });
    stopped.control.abort();
  }

  return {
    read,
    listen,
    start,
    edits: openEdits(),
    stop,
    send(content, attachments = []) {
      if (isIdle() && !isNothing(content, attachments)) sendQuestion(content, attachments, null);
    },
    retry() {
      const failed = retryable(read().messages);
      if (!isIdle() || !(failed?.error || failed?.isDeleted) || !endsWithQuestion(read(), placeOf(failed)))
        return;
      dispatch({ type: 'retry-requested', id: failed.id });
      void run(false, failed.role === 'assistant' ? failed.choice : null);
    },
    edit(id, content, attachments) {
      if (message(id)?.role !== 'user' || isNothing(content, attachments)) return;
      stop();
      sendQuestion(content, attachments, id);
    },
    regenerate(id, choice = null) {
      const old = message(id);
      if (old?.role !== 'assistant' || !endsWithQuestion(read(), placeOf(old))) return;
      stop();
      dispatch({ type: 'retry-requested', id });
      void run(false, choice);
    },
    deleteMessage(id) {
      const question = read().messages.findLast(({ role, isDeleted }) => role === 'user' && !isDeleted);
      if (id === last()?.id || id === question?.id) stop();
      dispatch({ type: 'message-deleted', id });
    },
    restoreMessage(id) {
      const { messages } = read();
      const newest = last();
      const isBehind =
        newest !== null && messages.indexOf(newest) < messages.findIndex((message) => message.id === id);
      // The reply being continued is no longer the last message.
      if (current?.isContinuing && isBehind) stop();
      dispatch({ type: 'message-restored', id });
    },
    show(id, version) {
      if (isIdle()) dispatch({ type: 'version-chosen', id, version });
    },
    dropOldest(until) {
      const { messages } = read();
      const from = messages.findIndex(({ id }) => id === until);
      const first = messages
        .slice(Math.max(0, from))
        .find(({ role, isDeleted }) => role === 'user' && !isDeleted);
      if (from >= 0 && first) dispatch({ type: 'oldest-dropped', sentFrom: first.id });
    },
    sendAll() {
      dispatch({ type: 'all-sent-again' });
    },
    continueReply() {
      const cutOff = reply();
      if (!isIdle() || !cutOff || !canContinue(cutOff) || !endsWithQuestion(read(), placeOf(cutOff))) return;
      dispatch({ type: 'rest-requested' });
      void run(true, cutOff.choice);
    },
    open(stored) {
      stop();
      const { messages, forks, hasMore = false, sentFrom = null } = stored;
      const before = new Map(everyMessage(read()).map((message) => [message.id, message]));
      const messageIn = (stored: StoredMessage) => {
        const message = messageOf(stored, limit);
        const same = before.get(message.id);
        return same && isSame(same, message) ? same : message;
      };
      dispatch({
        type: 'conversation-opened',
        messages: messages.map(messageIn),
        forks: forksOf(forks, messageIn),
        sentFrom,
        hasMore,
      });
    },
    setFiles: (id, attachments) => dispatch({ type: 'files-loaded', id, attachments }),
    loadOlder({ messages, forks, sentFrom = null }) {
      const messageIn = (stored: StoredMessage) => messageOf(stored, limit);
      const older = messages.map(messageIn);
      dispatch({
        type: 'older-messages-loaded',
        messages: older,
        forks: forksOf(forks, messageIn),
        sentFrom,
      });
    },
  };
}

/** Questions that are sent with files not in memory. */
const filesAway = (conversation: Conversation) =>
  conversation.messages
    .slice(firstSent(conversation))
    .flatMap((message) =>
      message.role === 'user' && !message.isDeleted && message.attachments.some(({ load }) => load)
        ? message
        : [],
    );

/** A file as it is sent; `part` is null if it is missing. */
async function loadFile({
  load,
  ...file
}: Attachment): Promise<Omit<Attachment, 'part'> & { part: FilePart | null }> {
  return { ...file, part: load ? await load().catch(() => null) : file.part };
}

class FilesMissing extends Error {
  constructor(names: readonly string[]) {
    const are = names.length === 1 ? 'is' : 'are';
    super(
      `${names.join(', ')} ${are} on your other device. Try again to send your question without ${names.length === 1 ? 'it' : 'them'}.`,
    );
  }
}

const forksOf = (forks: StoredThread['forks'] = {}, messageIn: (stored: StoredMessage) => Message): Forks =>
  Object.fromEntries(
    Object.entries(forks).map(([key, fork]) => [key, fork.map((tail) => tail?.map(messageIn) ?? null)]),
  );

/** Whether two messages have the same content; usage and author never change without it. */
function isSame(one: Message, other: Message): boolean {
  if (one.role !== other.role || !!one.isDeleted !== !!other.isDeleted) return false;
  if (JSON.stringify(one.error) !== JSON.stringify(other.error)) return false;
  return contentOf(one) === contentOf(other);
}

/** Whether the rest can be asked for: there is a beginning, and the provider did not refuse to go on. */
export function canContinue(reply: Reply): boolean {
  const { error } = reply;
  if (!error || reply.isDeleted || !hasText(reply)) return false;
  return error.type !== 'ended' || !['filtered', 'refused', 'tool'].includes(error.because);
}

/** Null: it is complete. An unknown reason does not mean that anything is missing, unless the provider says more. */
function errorOf({ because, ...ended }: EndedEvent): MessageError | null {
  if (because === 'done' || (because === 'other' && !ended.says)) return null;
  return { type: 'ended', because, ...reasonOf({ because, ...ended }) };
}

function emptyReply(error: MessageError | null, ending: EndedEvent | null): MessageError {
  if (error !== null && error.type !== 'ended') return error;
  const because = error?.because ?? ending?.because ?? 'done';
  return { type: 'empty', because, ...(ending ? reasonOf(ending) : {}) };
}

/** Endings that our own sentences explain. */
const isPlain: ReadonlySet<Ending> = new Set(['done', 'length', 'paused', 'cut-off']);

function reasonOf({ because, raw, says }: EndedEvent): { reason?: string } {
  const parts = [isPlain.has(because) ? null : raw, says].filter(Boolean);
  return parts.length > 0 ? { reason: [...new Set(parts)].join(': ') } : {};
}

const nothingNew: Failure = { kind: 'other', message: 'The other reply did not arrive.', retryable: true };

function unexpected(error: unknown): Failure {
  const message = error instanceof Error && error.message ? error.message : 'An unexpected error occurred';
  return { kind: 'other', message, retryable: true };
}
