import { syncLimits } from '@polylogue/sync';

const longest = 60;

/** A conversation's title from its first question: the first line, up to 60 characters, ending at a word. */
export function titleOfQuestion(text: string): string {
  const line =
    text
      .trimStart()
      .slice(0, 2_000)
      .split(/[\n\r\u2028\u2029]/, 1)[0] ?? '';
  const letters = lettersOf(line.replace(/\s+/g, ' ').trim());
  if (letters.length <= longest) return fitting(letters);
  const end = letters.slice(0, longest + 1).lastIndexOf(' ');
  // A single longer word is cut at the limit.
  return fitting(letters.slice(0, end > 0 ? end : longest));
}

/** As a reader counts them: a flag, or an emoji of several parts, is one. */
const lettersOf = (text: string) => Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment);

/** As much as the server accepts. */
function fitting(letters: readonly string[]): string {
  let title = '';
  for (const letter of letters) {
    if (title.length + letter.length > syncLimits.titleLength) break;
    title += letter;
  }
  return title;
}
