import type { PostRow } from '@polylogue/contract';
import { cutText } from '@polylogue/sync';
import { wordsOf } from '@polylogue/sync/turns';

/** A message as shown above an answer to it; without an id it leads nowhere. */
export interface Quoted {
  id: string | null;
  name: string;
  text: string;
}

const quoteLength = 200;
const notLoaded = { name: '', text: 'An earlier message' };
const withheld: Quoted = { id: null, name: '', text: 'A message you cannot see' };

/** What is quoted, by id; an unchanged quote is the same object every time. */
export function quotes() {
  const quoted = new Map<string, Quoted>();

  return (
    id: string | null,
    isWithheld: boolean,
    row: PostRow | undefined,
    author: string,
  ): Quoted | null => {
    if (isWithheld) return withheld;
    if (id === null) return null;
    const quote = row ? { id, name: author, text: quoteText(row) } : { id, ...notLoaded };
    const before = quoted.get(id);
    if (before && before.name === quote.name && before.text === quote.text) return before;
    quoted.set(id, quote);
    return quote;
  };
}

/** What a message says, in short. */
export function quoteText(row: PostRow): string {
  const { files, deleted_at } = row;
  if (deleted_at !== null) return 'A deleted message';
  const body = wordsOf(row);
  if (body === '') return files.map(({ name }) => name).join(', ');
  return body.length > quoteLength ? `${cutText(body, quoteLength)}…` : body;
}
