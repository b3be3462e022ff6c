import { plainLine } from '@polylogue/sync';

/** Characters of the end of a text that are looked at. */
const most = 2_000;

/** The last line of a message that has words, without the marks of Markdown; empty: it has none. */
export function lastLineOf(text: string): string {
  const lines = text.slice(-most).split('\n');
  return lines.map(plainLine).findLast((line) => line !== '') ?? '';
}
