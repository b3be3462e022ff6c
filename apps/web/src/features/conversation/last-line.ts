/** Characters of the end of a text that are looked at. */
const most = 2_000;

/** The last line of a message that has words, without the marks of Markdown; empty: it has none. */
export function lastLineOf(text: string): string {
  const lines = text.slice(-most).split('\n');
  return lines.map(wordsOf).findLast((line) => line !== '') ?? '';
}

function wordsOf(line: string): string {
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
