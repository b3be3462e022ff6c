import { type IndexQuery, labelLetters } from '@polylogue/sync/search';

/** Where a message is, and since when. */
export interface RowPlace {
  row_id: number;
  /** Milliseconds since 1970. */
  created_at: number;
}

/** A message as it goes into the index. */
export interface IndexEntry extends RowPlace {
  text: string;
  labels: readonly Label[];
}

/** What is indexed of a message beside its words, so that a filter finds as fast as a word. */
export type Label = 'file' | 'me' | 'ai' | `author ${string}` | `provider ${string}` | `model ${string}`;

/** Begins a label in the index: a character for private use, which no word contains. */
const mark = '\u{e000}';
const kinds: Record<string, string> = { file: 'f', me: 's', ai: 'i', author: 'a', provider: 'p', model: 'm' };

/** Every message has it, for queries that filter by time alone. */
export const anyMessage = `${mark}x`;

/** A label as a word of the index. */
export function labelWord(label: Label): string {
  const [kind = '', value = ''] = label.split(/ (.*)/s);
  return `${mark}${kinds[kind]}${labelLetters(value)}`;
}

/** A label of the index that only PostgreSQL has: the feed. */
export const feedWord = (feed: number): string => `${mark}t${feed}`;

/** Begins the first two letters of a longer word, which the embedded database has as a word of their own. */
const beginning = '\u{e001}';
const short = 2;

/** The first letters of a word as a word of the index. */
export const beginningWord = (word: string): string => beginning + [...word].slice(0, short).join('');

/** Whether a word, or a beginning of one, is longer than that; pairs of characters are not. */
export const hasBeginning = (word: string): boolean => [...word.slice(0, 2 * short + 1)].length > short;

/** Whether it is a label, which has no beginning in the index. */
export const isLabel = (word: string): boolean => word.startsWith(mark);

/** A question in the language of PostgreSQL’s index. No word contains a quotation mark. */
export const postgresQuery = ({ words, prefixes }: IndexQuery): string =>
  [...words.map((word) => `'${word}'`), ...prefixes.map((prefix) => `'${prefix}':*`)].join(' & ');
