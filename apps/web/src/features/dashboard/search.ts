import type { Entry } from '../shell/index.ts';

/** The entries in which every word of the query begins a word; those it names in their title come first. */
export function search(query: string, entries: readonly Entry[]): Entry[] {
  const asked = words(query);
  if (asked.length === 0) return [];
  const isIn = (text: string) => asked.every((word) => words(text).some((other) => other.startsWith(word)));
  const found = entries.filter(({ title, about = '' }) => isIn(`${title} ${about}`));
  const isNamed = ({ title }: Entry) => isIn(title);
  return [...found.filter(isNamed), ...found.filter((entry) => !isNamed(entry))];
}

/** Without capitals, accents and punctuation, so that nobody has to type them. */
function words(text: string): string[] {
  return (
    text
      .normalize('NFKD')
      .replace(/\p{Mark}/gu, '')
      .toLowerCase()
      .match(/[\p{Letter}\p{Number}]+/gu) ?? []
  );
}
