import {
  type Excerpt,
  excerptOf,
  findTerms,
  type IndexQuery,
  indexQuery,
  type Term,
} from '@polylogue/sync/search';
import { inPieces } from '../process/in-pieces.ts';
import { type Label, labelWord, type RowPlace } from './index-entry.ts';
import type { CandidateQuery, MessageIndex } from './message-index.ts';

/** What is looked for. */
export interface Sought {
  terms: readonly Term[];
  labels: readonly Label[];
  /** Instants: from then on, and up to then. */
  after: number;
  before: number;
}

export interface FeedSearch extends Pick<CandidateQuery, 'feed' | 'table' | 'visible'> {
  cursor: RowPlace | undefined;
  limit: number;
}

/** A message that may be one, with its text as it is now. */
export interface LoadedMessage<Message> {
  place: RowPlace;
  text: string;
  message: Message;
}

export interface FoundInFeed<Message> {
  message: Message;
  excerpt: Excerpt;
}

const mostCandidates = 2_000;
/** How long one answer may take to look at texts (milliseconds). */
const longest = 40;
/** Of candidates for words that must follow each other, which the index does not know. */
const candidatesAtOnce = 500;
/** Texts that are read at once. */
const textsAtOnce = 20;

/** Looks for messages of one feed, newest first: what the index offers is checked against the text as it is now. */
export async function searchFeed<Message>(
  index: MessageIndex,
  { terms, labels, after, before }: Sought,
  { feed, table, visible, cursor, limit }: FeedSearch,
  load: (places: readonly RowPlace[]) => Promise<LoadedMessage<Message>[]>,
): Promise<{ found: FoundInFeed<Message>[]; next: RowPlace | null }> {
  const { words, prefixes } = queryFor({ terms, labels });
  const pause = inPieces();
  let until = performance.now() + longest;
  const found: FoundInFeed<Message>[] = [];
  const isSure = terms.every(({ tokens }) => tokens.length === 1);
  const atOnce = isSure ? limit + 1 : candidatesAtOnce;
  let last = cursor;
  for (let checked = 0; checked < mostCandidates; ) {
    const query = { feed, table, visible, words, prefixes, after, before, cursor: last, limit: atOnce };
    const began = performance.now();
    const places = await index.candidates(query);
    // Asking the index anew costs more than looking at what it has found.
    until += performance.now() - began;
    for (let at = 0; at < places.length; at += textsAtOnce) {
      const some = places.slice(at, at + textsAtOnce);
      for (const { place, text, message } of await load(some)) {
        const spans = await finished(findTerms(text, terms), pause);
        if (!spans) continue;
        if (found.length === limit) return { found, next: last ?? null };
        found.push({ message, excerpt: excerptOf(text, spans, terms) });
        last = place;
      }
      last = found.length === limit ? last : some.at(-1);
      checked += some.length;
      if (performance.now() > until && found.length < limit) {
        const isEnd = places.length < atOnce && at + textsAtOnce >= places.length;
        return { found, next: isEnd ? null : (last ?? null) };
      }
    }
    if (places.length < atOnce) return { found, next: null };
  }
  return { found, next: last ?? null };
}

/** What the index is asked for. */
export function queryFor({ terms, labels }: Pick<Sought, 'terms' | 'labels'>): IndexQuery {
  const { words, prefixes } = indexQuery(terms);
  const ofModel = (label: Label) => label.startsWith('model ');
  return {
    words: [...words, ...labels.filter((label) => !ofModel(label)).map(labelWord)],
    prefixes: [...prefixes, ...labels.filter(ofModel).map(labelWord)],
  };
}

async function finished<Result>(work: Generator<undefined, Result>, pause: () => Promise<void>) {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
    await pause();
  }
}
