import { isBlank, newId } from '@polylogue/sync';
import { listenersOf } from '../../lib/state/listeners.ts';
import { type Live, live } from '../../lib/state/live.ts';
import type { Choice } from '../keys/index.ts';
import {
  type Attachment,
  type Edits,
  lastMessage,
  type MessageMarks,
  openEdits,
  retryable,
} from '../messages/index.ts';
import { type Run, startRun, type ThreadNeeds } from './answering.ts';
import { canContinue } from './ending.ts';
import {
  isSameModel,
  type LoadedFile,
  type Message,
  type ModelRef,
  stamps,
  type UserMessage,
} from './message.ts';
import { openedThread, type PlainThread } from './plain-message.ts';
import { endsWithQuestion } from './request.ts';
import { emptyThread, nextThread, type ThreadEvent, type ThreadState } from './thread-state.ts';

/** UTF-16 code units of a reply that are displayed; the rest is only in the download. */
const displayLimit = 5_000_000;

interface ThreadOptions extends ThreadNeeds {
  /** Defaults to `displayLimit`. */
  displayLimit?: number;
}

/**
 * One conversation on screen, without React and without storage. `send`, `retry`, `continueReply` and `show` do nothing
 * while an answer is pending; `retry` and `continueReply` apply to the last message that is not deleted. `edit` and
 * `regenerate` stop a pending answer, and what was there before stays as another version. Nothing is asked if no question
 * is left.
 */
export interface Thread extends Pick<Live<ThreadState>, 'read' | 'listen' | 'start'> {
  /** The questions that are being edited right now. */
  edits: Edits;
  /** Calls back with each event, and the state after it. Returns a function that ends that. */
  onEvent(listener: (event: ThreadEvent, state: ThreadState) => void): () => void;
  /** Replaces this conversation with a stored one, and stops a pending answer. Unchanged messages stay the same objects. */
  open(stored: PlainThread): void;
  /** Adds what has loaded of a question's files, by their place. */
  filesLoaded(id: string, loaded: readonly LoadedFile[]): void;
  /** Adds all that is stored to its end, which is here. */
  loadOlder(stored: PlainThread): void;
  /** Asks `choice`, or else the provider in the settings. */
  send(content: string, attachments?: readonly Attachment[], choice?: Choice | null): void;
  /** Stops the answer. What has arrived stays; nothing is added after this returns. */
  stop(): void;
  /** Asks again for a reply that is missing, incomplete or deleted. */
  retry(): void;
  /** Whom that asks instead of the provider in the settings: as the reply was, unless another one has been chosen since. */
  retryChoice(): Choice | null;
  /** Asks for the rest of an incomplete reply; it is added to the same reply. */
  continueReply(): void;
  /** Replaces this question with another one, and continues from there. */
  edit(id: string, content: string, attachments: readonly Attachment[]): void;
  /** Asks for another version of this reply, from `choice` or else the provider in the settings. */
  regenerate(id: string, choice?: Choice | null): void;
  /**
   * A deleted message, complete or not, is not sent; a line stays in its place. Stops the answer belonging to it. Its
   * other versions stay.
   */
  mark(id: string, marks: MessageMarks): void;
  /** Shows another version of this message and of everything after it. */
  show(id: string, version: number): void;
  /** From now on the question `until`, or the next one after that message, is the first that is sent. */
  dropOldest(until: string): void;
  sendAll(): void;
}

const isNothing = (content: string, attachments: readonly Attachment[]) =>
  isBlank(content) && attachments.length === 0;

/** @param usual the model in the settings now */
const choiceAgain = (failed: Message | null | undefined, usual: ModelRef | null): Choice | null =>
  failed?.role === 'assistant' && isSameModel(failed.usual, usual) ? failed.choice : null;

export function openThread(needs: ThreadOptions): Thread {
  const { modelFor, clock } = needs;
  const limit = needs.displayLimit ?? displayLimit;
  const { read, listen, start, dispatch: apply } = live<ThreadState, ThreadEvent>(emptyThread, nextThread);
  const events = listenersOf<[event: ThreadEvent, state: ThreadState]>();
  let current: Run | null = null;

  function dispatch(event: ThreadEvent) {
    apply(event);
    events.dispatch(event, read());
  }

  function run(isContinuing: boolean, choice: Choice | null = null) {
    current = startRun({ ...needs, read, dispatch, limit }, { isContinuing, choice });
  }

  const stop = () => current?.stop();

  function sendQuestion(
    content: string,
    attachments: readonly Attachment[],
    insteadOf: string | null,
    choice: Choice | null = null,
  ) {
    const question: UserMessage = {
      id: newId(),
      role: 'user',
      ...stamps(clock.now()),
      content,
      attachments,
      asked: modelFor(choice),
      error: null,
      usage: null,
    };
    dispatch({ type: 'question-asked', question, insteadOf });
    run(false, choice);
  }

  const last = () => lastMessage(read().messages);
  const message = (id: string) => read().messages.find((message) => message.id === id);
  /** Whether there is a question to be answered in place of a reply, or after a question. */
  const isAsked = (message: Message) =>
    endsWithQuestion(read(), read().messages.indexOf(message) + (message.role === 'assistant' ? 0 : 1));
  /** Whether the answer belongs to nothing any more once a message is deleted or restored. */
  function isAnswerOver(id: string, { isDeleted }: MessageMarks): boolean {
    const { messages } = read();
    const newest = last();
    if (isDeleted) {
      const question = messages.findLast(({ role, isDeleted }) => role === 'user' && !isDeleted);
      return id === newest?.id || id === question?.id;
    }
    // The reply being continued is no longer the last message.
    const isBehind = newest !== null && messages.indexOf(newest) < messages.findIndex((one) => one.id === id);
    return isDeleted === false && current?.isContinuing === true && isBehind;
  }
  const isIdle = () => read().pending.type === 'idle';
  const retryChoice = () => choiceAgain(retryable(read().messages), modelFor(null));

  return {
    read,
    listen,
    start,
    edits: openEdits(),
    onEvent: events.add,
    stop,
    send(content, attachments = [], choice = null) {
      if (isIdle() && !isNothing(content, attachments)) sendQuestion(content, attachments, null, choice);
    },
    retry() {
      const failed = retryable(read().messages);
      if (!isIdle() || !(failed?.error || failed?.isDeleted) || !isAsked(failed)) return;
      const choice = retryChoice();
      dispatch({ type: 'retry-requested', id: failed.id });
      run(false, choice);
    },
    retryChoice,
    edit(id, content, attachments) {
      if (message(id)?.role !== 'user' || isNothing(content, attachments)) return;
      stop();
      sendQuestion(content, attachments, id);
    },
    regenerate(id, choice = null) {
      const old = message(id);
      if (old?.role !== 'assistant' || !isAsked(old)) return;
      stop();
      dispatch({ type: 'retry-requested', id });
      run(false, choice);
    },
    mark(id, marks) {
      if (isAnswerOver(id, marks)) stop();
      dispatch({ type: 'message-marked', id, marks });
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
      const cutOff = last();
      if (!isIdle() || cutOff?.role !== 'assistant' || !canContinue(cutOff) || !isAsked(cutOff)) return;
      dispatch({ type: 'rest-requested' });
      run(true, cutOff.choice);
    },
    open(stored) {
      stop();
      dispatch({ type: 'conversation-opened', ...openedThread(stored, limit, read()) });
    },
    filesLoaded: (id, loaded) => dispatch({ type: 'files-loaded', id, loaded }),
    loadOlder: (stored) => dispatch({ type: 'older-messages-loaded', ...openedThread(stored, limit) }),
  };
}
