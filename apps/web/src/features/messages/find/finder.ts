import { type Live, live } from '../../../lib/state/live.ts';
import type { ListedMessage } from '../view/message.ts';
import { foldedText, matchesIn } from './fold.ts';
import { type FoldedMessage, type FoldedText, foldedMessages } from './folded-messages.ts';

/** One match of the query. */
export interface Match {
  /** The message's index. */
  index: number;
  part: 'reasoning' | 'text';
  /** In a footnote of that text. */
  isNote: boolean;
  /** The index of the block or footnote in that text, and of the match within it. */
  block: number;
  nth: number;
}

export interface FindState {
  /** The search text, folded; '' while there is none. */
  query: string;
  total: number;
  isDone: boolean;
  current: Match | null;
  /** Its number among all matches, from 1. */
  ordinal: number;
  /** Increases with every step, so that a step to the current match counts too. */
  steps: number;
  /** Ids of the messages in branches that are not shown that have the query, oldest first. */
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
  search(query: string, from: number, stays?: boolean): void;
  step(by: 1 | -1): void;
  /** The conversation, or what is unfolded in it, has changed. */
  refresh(): void;
  close(): void;
}

const nothing: FindState = {
  query: '',
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
  let counts: number[] = [];
  /** Where the reader is who was shown no match. */
  let start = 0;
  let cancel = () => {};

  function* countedIn(index: number): Generator<undefined> {
    const message = messages()[index];
    if (!message) return;
    const read = yield* words.read(message);
    counts[index] = message.isDeleted ? 0 : matchesOf(read, index, found.read().query).length;
  }

  /** Message by message, from where the reader is to the end, then from the beginning to the reader. */
  function* searching(from: number, stays = false): Generator<undefined> {
    const { length } = messages();
    const mayShow = (index: number) =>
      found.read().current === null && counts[index] && (!stays || index === from);
    for (let index = from; index < length; index++) {
      yield* countedIn(index);
      if (mayShow(index)) go(index, 0);
      yield;
    }
    for (let index = from - 1; index >= 0; index--) {
      yield* countedIn(index);
      if (mayShow(index)) go(index, -1);
      yield;
    }
    found.dispatch({ elsewhere: yield* idsWith(found.read().query, hidden(), words.read) });
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
    const total = counts.reduce((sum, count) => sum + (count ?? 0), 0);
    found.dispatch({ total, isDone, ordinal: here ? ordinalOf(here) : 0 });
  }

  function matchesAt(index: number): Match[] {
    const message = messages()[index];
    const read = message && words.get(message.id);
    return read && !message.isDeleted ? matchesOf(read, index, found.read().query) : [];
  }

  const same = (one: Match, other: Match) =>
    one.part === other.part &&
    one.isNote === other.isNote &&
    one.block === other.block &&
    one.nth === other.nth;

  function ordinalOf(here: Match): number {
    let before = 0;
    for (let index = 0; index < here.index; index++) before += counts[index] ?? 0;
    return before + matchesAt(here.index).findIndex((match) => same(match, here)) + 1;
  }

  function go(index: number, place: number) {
    const here = matchesAt(index).at(place) ?? null;
    found.dispatch({ current: here, steps: found.read().steps + 1, ordinal: here ? ordinalOf(here) : 0 });
  }

  return {
    read: found.read,
    listen: found.listen,
    search(text, from, stays = false) {
      const query = foldedText(text);
      cancel();
      counts = [];
      start = Math.max(0, from);
      found.dispatch({ ...nothing, query, isDone: query === '', steps: found.read().steps });
      if (query !== '') run(searching(start, stays));
    },
    step(by) {
      const { current: here } = found.read();
      const at = here?.index ?? start;
      const place = here ? matchesAt(at).findIndex((match) => same(match, here)) + by : -1;
      if (place >= 0 && place < (counts[at] ?? 0)) return go(at, place);
      const { length } = messages();
      for (let passed = 1; passed <= length; passed++) {
        const index = (at + by * passed + length * 2) % length;
        if (counts[index]) return go(index, by === 1 ? 0 : -1);
      }
    },
    refresh() {
      const { query, current: here } = found.read();
      if (query === '') return;
      const { length } = messages();
      if (here && (here.index >= length || matchesAt(here.index).every((match) => !same(match, here))))
        found.dispatch({ current: null });
      counts.length = Math.min(counts.length, length);
      // Text read before is only counted again: just what is new or has grown is read.
      run(searching(here?.index ?? Math.max(0, length - 1)));
    },
    close() {
      cancel();
      words.clear();
      counts = [];
      found.dispatch(nothing);
    },
  };
}

/** The ids of those messages that have a query, oldest first. */
function* idsWith(
  query: string,
  messages: readonly ListedMessage[],
  read: ReturnType<typeof foldedMessages>['read'],
): Generator<undefined, string[]> {
  const ids: string[] = [];
  for (const message of messages) {
    const folded = yield* read(message);
    if (!message.isDeleted && matchesOf(folded, 0, query).length > 0) ids.push(message.id);
    yield;
  }
  // Our ids begin with when they were made.
  return ids.sort();
}

function matchesOf({ reasoning, text }: FoldedMessage, index: number, query: string): Match[] {
  const within = (texts: readonly string[], part: Match['part'], isNote: boolean) =>
    texts.flatMap((folded, block) =>
      Array.from(matchesIn(folded, query), (_, nth): Match => ({ index, part, isNote, block, nth })),
    );
  const of = (texts: FoldedText | null, part: Match['part']) =>
    texts ? [...within(texts.blocks, part, false), ...within(texts.notes, part, true)] : [];
  return [...of(reasoning, 'reasoning'), ...of(text, 'text')];
}
