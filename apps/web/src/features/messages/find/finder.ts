import { type Live, live } from '../../../lib/state/live.ts';
import type { ListedMessage } from '../view/message.ts';
import { foldedText } from './fold.ts';
import { foldedMessages } from './folded-messages.ts';
import { countedMatches, type Match, matchesOf } from './matches.ts';

export interface FindState {
  /** What is sought, folded: one text, or the words that led here; none while there is no search. */
  sought: readonly string[];
  total: number;
  isDone: boolean;
  current: Match | null;
  /** Its number among all matches, from 1; 0 while they are counted. */
  ordinal: number;
  /** Increases with every step, so that a step to the current match counts too. */
  steps: number;
  /** Ids of the messages in branches that are not shown that have one, oldest first. */
  elsewhere: readonly string[];
}

export interface FinderOptions {
  messages(): readonly ListedMessage[];
  /** Those of branches that are not shown. */
  hidden(): readonly ListedMessage[];
  /** Closed reasoning is not on the page, and is not searched. */
  isReasoningOpen(id: string): boolean;
  now(): number;
  /** Runs a moment later, once the page has had its turn; returns a function that cancels it. */
  defer(run: () => void): () => void;
}

/** Searches all of a conversation, whether or not it is on the page, a few milliseconds at a time. */
export interface Finder extends Pick<Live<FindState>, 'read' | 'listen'> {
  /**
   * Starts a search; `from` is the message the reader sees, where the first match is shown. `stays`: the reader is shown
   * none in another message.
   */
  search(words: readonly string[], from: number, stays?: boolean): void;
  step(by: 1 | -1): void;
  /** The conversation, or what is unfolded in it, has changed. */
  refresh(): void;
  close(): void;
}

const nothing: FindState = {
  sought: [],
  total: 0,
  isDone: true,
  current: null,
  ordinal: 0,
  steps: 0,
  elsewhere: [],
};
/** Milliseconds per slice. */
const slice = 8;

export function openFinder({ messages, hidden, isReasoningOpen, now, defer }: FinderOptions): Finder {
  const found = live<FindState, Partial<FindState>>(nothing, (before, change) => ({ ...before, ...change }));
  const words = foldedMessages(isReasoningOpen);
  const matches = countedMatches(messages, words.get, () => found.read().sought);
  const { counts } = matches;
  /** The message at which the reader is who was shown no match. */
  let start: string | undefined;
  /** Steps that wait until what lies between has been read. */
  let waiting = 0;
  let cancel = () => {};

  function* countedIn(message: ListedMessage): Generator<undefined> {
    const read = yield* words.read(message);
    counts.set(message.id, message.isDeleted ? 0 : matchesOf(read, message.id, found.read().sought).length);
  }

  /** Message by message, from where the reader is to the end, then from the beginning to the reader. */
  function* searching(from: number, stays = false): Generator<undefined> {
    const all = messages();
    const mayShow = (message: ListedMessage) =>
      found.read().current === null && counts.get(message.id) && (!stays || message === all[from]);
    for (const message of all.slice(from)) {
      yield* countedIn(message);
      if (mayShow(message)) showFirst(message.id, 0);
      yield;
    }
    for (const message of all.slice(0, from).reverse()) {
      yield* countedIn(message);
      if (mayShow(message)) showFirst(message.id, -1);
      yield;
    }
    found.dispatch({ elsewhere: yield* idsWith(found.read().sought, hidden(), words.read) });
  }

  function run(work: Generator<undefined>) {
    cancel();
    const on = () => {
      const until = now() + slice;
      while (now() < until) {
        if (work.next().done) return report(true);
      }
      report(false);
      cancel = defer(on);
    };
    on();
  }

  function report(isDone: boolean) {
    const { current: here } = found.read();
    const ordinal = isDone && here ? matches.ordinalOf(here) : 0;
    found.dispatch({ total: matches.total(), isDone, ordinal });
    goOn();
  }

  function go(id: string, place: number) {
    const here = matches.of(id).at(place) ?? null;
    const ordinal = here ? matches.ordinalOf(here) : 0;
    found.dispatch({ current: here, steps: found.read().steps + 1, ordinal });
  }

  /** Whoever pressed Enter before there was a match, wanted to see the first. */
  function showFirst(id: string, place: number) {
    waiting -= Math.sign(waiting);
    go(id, place);
  }

  /** Takes the steps that wait, as far as is known what is next. */
  function goOn() {
    while (waiting !== 0) {
      const by = waiting > 0 ? 1 : -1;
      const { current: here, isDone } = found.read();
      const next = matches.next(here ?? { id: start }, by, isDone);
      if (next === 'unread') return;
      waiting -= by;
      if (next) go(...next);
    }
  }

  return {
    read: found.read,
    listen: found.listen,
    search(texts, from, stays = false) {
      const sought = [...new Set(texts.map(foldedText))].filter((one) => one !== '');
      cancel();
      counts.clear();
      waiting = 0;
      const index = Math.max(0, from);
      start = messages()[index]?.id;
      found.dispatch({ ...nothing, sought, isDone: sought.length === 0, steps: found.read().steps });
      if (sought.length > 0) run(searching(index, stays));
    },
    step(by) {
      waiting += by;
      goOn();
    },
    refresh() {
      const { sought, current: here } = found.read();
      if (sought.length === 0) return;
      const at = here ? matches.indexOf(here.id) : messages().length - 1;
      if (here && matches.placeOf(here) < 0) found.dispatch({ current: null });
      // Text read before is only counted again: just what is new or has grown is read.
      run(searching(Math.max(0, at)));
    },
    close() {
      cancel();
      words.clear();
      counts.clear();
      waiting = 0;
      found.dispatch(nothing);
    },
  };
}

/** The ids of those messages that have one of the words, oldest first. */
function* idsWith(
  sought: readonly string[],
  messages: readonly ListedMessage[],
  read: ReturnType<typeof foldedMessages>['read'],
): Generator<undefined, string[]> {
  const ids: string[] = [];
  for (const message of messages) {
    const folded = yield* read(message);
    if (!message.isDeleted && matchesOf(folded, message.id, sought).length > 0) ids.push(message.id);
    yield;
  }
  // Our ids begin with when they were made.
  return ids.sort();
}
