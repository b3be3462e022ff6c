import { cutText } from './text.ts';

/** Characters of a text's beginning that are looked at. */
const most = 2_000;

/** A line without the marks of Markdown; empty: it has no words. */
export function plainLine(line: string): string {
  const trimmed = line.trim();
  if (trimmed.startsWith('```') || trimmed.startsWith('~~~')) return '';
  const words = trimmed
    .replace(/^[#>*+-]+ /, '')
    .replaceAll('**', '')
    .replaceAll('`', '')
    .replaceAll('|', ' ')
    .replace(/ +/g, ' ')
    .trim();
  return /[\p{L}\p{N}]/u.test(words) ? words : '';
}

/** How a text begins: its first three lines that have words, in one of up to `length` UTF-16 code units. */
export function firstWords(text: string, length: number): string {
  const lines = text
    .trimStart()
    .slice(0, most)
    .split('\n')
    .map(plainLine)
    .filter((line) => line !== '');
  return cutText(lines.slice(0, 3).join(' ') || text.trim().split('\n', 3).join(' '), length);
}
