import { nothingYet, readOn, treeSoFar } from '@polylogue/markdown';
import { wordsReader } from '@polylogue/markdown/shown-words';
import { type Live, live } from '../../../lib/state/live.ts';
import type { Message } from '../message/message.ts';
import { foldedText, matchesIn } from './fold.ts';

/** One place where the words were found. */
export interface Match {
  /** The message's index. */
  index: number;
  where: 'reasoning' | 'text';
  /** In a footnote of that text. */
  isNote: boolean;
  /** The index of the block or footnote in that text, and of the match within it. */
  block: number;
  nth: number;
}

export interface Found {
  /** The search words, folded; '' when there is nothing to find. */
  words: string;
  total: number;
  isDone: boolean;
  here: Match | null;
  /** Its number among all matches, from 1. */
  ordinal: number;
  /** Increases with every step, so that a step to the current match counts too. */
  steps: number;
}

export interface FinderNeeds {
  messages(): readonly Message[];
  /** Closed reasoning is not on the page, and is not searched. */
  isReasoningOpen(id: string): boolean;
  now(): number;
  /** Runs a moment later, once the page has had its turn; returns a function that cancels it. */
  soon(run: () => void): () => void;
}

/** Searches all of a conversation, whether or not it is on the page, a few milliseconds at a time. */
export interface Finder extends Pick<Live<Found>, 'read' | 'listen'> {
  /** Starts a search; `from` is the message the reader sees, where the first match is shown. */
  look(words: string, from: number): void;
  step(by: 1 | -1): void;
  /** The conversation, or what is unfolded in it, has changed. */
  changed(): void;
  close(): void;
}

const nothing: Found = { words: '', total: 0, isDone: true, here: null, ordinal: 0, steps: 0 };
/** Milliseconds per slice, and characters of a long text read at once. */
const slice = 8;
const bite = 50_000;

/** The folded words of a message by block; read once and kept during the search. */
interface Words {
  /** The text they were read from, and how much of it there was then. */
  of: unknown;
  size: number;
  reasoning: Texts | null;
  text: Texts;
  /** Resumes where it stopped; only for a message that is still growing. */
  readings: Readings | null;
}

/** The folded words of a text, by block and by footnote. */
interface Texts {
  blocks: readonly string[];
  notes: readonly string[];
}

type Reading = ReturnType<typeof reading>;
interface Readings {
  reasoning: Reading;
  text: Reading;
}

export function openFinder({ messages, isReasoningOpen, now, soon }: FinderNeeds): Finder {
  const found = live<Found, Partial<Found>>(nothing, (before, change) => ({ ...before, ...change }));
  const known = new Map<string, Words>();
  /** What was being read when a change restarted the search; reading resumes from there. */
  const begun = new Map<string, { of: unknown; readings: Readings }>();
  let counts: number[] = [];
  let callOff = () => {};

  const isOpen = (message: Message) =>
    message.role === 'assistant' && message.reasoning !== null && isReasoningOpen(message.id);

  function sizeOf(message: Message): number {
    if (message.role === 'user') return message.content.length;
    return message.text.length + (isOpen(message) ? (message.reasoning?.length ?? 0) + 1 : 0);
  }

  function* wordsOf(message: Message): Generator<undefined, Words> {
    const size = sizeOf(message);
    const of = message.role === 'user' ? message.content : message.text;
    const before = known.get(message.id);
    if (before?.of === of && before.size === size) return before;
    const isUser = message.role === 'user';
    const readings = readingsOf(message.id, of, isUser);
    const reasoning =
      !isUser && isOpen(message) ? yield* readings.reasoning(message.reasoning?.value ?? '') : null;
    const text = yield* readings.text(isUser ? message.content : message.text.value);
    const isGrowing = !isUser && message.isGrowing;
    const words = { of, size, reasoning, text, readings: isGrowing ? readings : null };
    known.set(message.id, words);
    begun.delete(message.id);
    return words;
  }

  function readingsOf(id: string, of: unknown, isUser: boolean): Readings {
    const earlier = [known.get(id), begun.get(id)].map((one) => (one?.of === of ? one?.readings : null));
    const readings = earlier.find(Boolean) ?? { reasoning: reading(false), text: reading(isUser) };
    begun.set(id, { of, readings });
    return readings;
  }

  function* countedIn(index: number): Generator<undefined> {
    const message = messages()[index];
    if (!message) return;
    const words = yield* wordsOf(message);
    counts[index] = message.isDeleted ? 0 : matchesOf(words, index, found.read().words).length;
  }

  /** Message by message, from where the reader is to the end, then from the beginning to the reader. */
  function* searching(from: number): Generator<undefined> {
    const { length } = messages();
    for (let index = from; index < length; index++) {
      yield* countedIn(index);
      if (found.read().here === null && counts[index]) go(index, 0);
      yield;
    }
    for (let index = from - 1; index >= 0; index--) {
      yield* countedIn(index);
      if (found.read().here === null && counts[index]) go(index, -1);
      yield;
    }
  }

  function run(work: Generator<undefined>) {
    callOff();
    const on = () => {
      const until = now() + slice;
      while (now() < until) {
        if (work.next().done) return settle(true);
      }
      settle(false);
      callOff = soon(on);
    };
    on();
  }

  function settle(isDone: boolean) {
    const { here } = found.read();
    const total = counts.reduce((sum, count) => sum + (count ?? 0), 0);
    found.dispatch({ total, isDone, ordinal: here ? ordinalOf(here) : 0 });
  }

  function matchesAt(index: number): Match[] {
    const message = messages()[index];
    const words = message && known.get(message.id);
    return words && !message.isDeleted ? matchesOf(words, index, found.read().words) : [];
  }

  const same = (one: Match, other: Match) =>
    one.where === other.where &&
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
    found.dispatch({ here, steps: found.read().steps + 1, ordinal: here ? ordinalOf(here) : 0 });
  }

  return {
    read: found.read,
    listen: found.listen,
    look(text, from) {
      const words = foldedText(text);
      callOff();
      counts = [];
      found.dispatch({ words, total: 0, isDone: words === '', here: null, ordinal: 0 });
      if (words !== '') run(searching(Math.max(0, from)));
    },
    step(by) {
      const { here } = found.read();
      if (here === null) return;
      const place = matchesAt(here.index).findIndex((match) => same(match, here)) + by;
      if (place >= 0 && place < (counts[here.index] ?? 0)) return go(here.index, place);
      const { length } = messages();
      for (let passed = 1; passed <= length; passed++) {
        const index = (here.index + by * passed + length * 2) % length;
        if (counts[index]) return go(index, by === 1 ? 0 : -1);
      }
    },
    changed() {
      const { words, here } = found.read();
      if (words === '') return;
      const { length } = messages();
      if (here && (here.index >= length || matchesAt(here.index).every((match) => !same(match, here))))
        found.dispatch({ here: null });
      counts.length = Math.min(counts.length, length);
      // Known words are counted at once: only what is new or has grown is read.
      run(searching(here?.index ?? Math.max(0, length - 1)));
    },
    close() {
      callOff();
      known.clear();
      begun.clear();
      counts = [];
      found.dispatch(nothing);
    },
  };
}

/** Reads the folded words of a text in pieces; if the text has grown, only what is new. */
function reading(breaks: boolean) {
  const words = wordsReader(breaks, foldedText);
  let progress = nothingYet;
  let length = 0;

  return function* (text: string): Generator<undefined, Texts> {
    while (length < text.length) {
      const next = text.slice(length, length + bite);
      progress = readOn(progress, next);
      length += next.length;
      if (text.length > bite) yield;
    }
    const shown = words(treeSoFar(progress, true));
    return { blocks: yield* gathered(shown.blocks), notes: yield* gathered(shown.notes) };
  };
}

function* gathered(all: Iterable<string>): Generator<undefined, string[]> {
  const texts: string[] = [];
  let size = 0;
  for (const words of all) {
    texts.push(words);
    size += words.length;
    if (size < bite) continue;
    size = 0;
    yield;
  }
  return texts;
}

function matchesOf({ reasoning, text }: Words, index: number, words: string): Match[] {
  const within = (texts: readonly string[], where: Match['where'], isNote: boolean) =>
    texts.flatMap((folded, block) =>
      Array.from(matchesIn(folded, words), (_, nth): Match => ({ index, where, isNote, block, nth })),
    );
  const of = (texts: Texts | null, where: Match['where']) =>
    texts ? [...within(texts.blocks, where, false), ...within(texts.notes, where, true)] : [];
  return [...of(reasoning, 'reasoning'), ...of(text, 'text')];
}
