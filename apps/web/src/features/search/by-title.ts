import { words } from '../../lib/text/words.ts';

/** What has a name. */
interface Titled {
  title: string;
  /** A short description. */
  about?: string;
}

/** The entries in which every word of the query starts a word; those with matches in the title come first. */
export function search<Entry extends Titled>(query: string, entries: readonly Entry[]): Entry[] {
  const wanted = words(query);
  if (wanted.length === 0) return [];
  const isIn = (all: readonly string[]) => wanted.every((word) => all.some((one) => one.startsWith(word)));
  const found = entries.filter((entry) => isIn(wordsOf(entry).all));
  const isNamed = (entry: Entry) => isIn(wordsOf(entry).title);
  return [...found.filter(isNamed), ...found.filter((entry) => !isNamed(entry))];
}

interface TitleWords {
  title: readonly string[];
  all: readonly string[];
}

/** The words of thousands of titles are split once, not with every letter typed. */
const known = new WeakMap<Titled, TitleWords>();

function wordsOf(entry: Titled): TitleWords {
  const split = known.get(entry);
  if (split) return split;
  const title = words(entry.title);
  const now = { title, all: entry.about ? [...title, ...words(entry.about)] : title };
  known.set(entry, now);
  return now;
}
