import { matchesWords, words } from '../../lib/text/words.ts';
import type { Entry } from './entry.ts';

/** The entries in which every word of the query starts a word; those with matches in the title come first. */
export function search(query: string, entries: readonly Entry[]): Entry[] {
  if (words(query).length === 0) return [];
  const found = entries.filter(({ title, about = '' }) => matchesWords(`${title} ${about}`, query));
  const isNamed = ({ title }: Entry) => matchesWords(title, query);
  return [...found.filter(isNamed), ...found.filter((entry) => !isNamed(entry))];
}
