import { syncLimits } from '@polylogue/sync';

const longest = 60;

/** The title of a conversation by its first question: the first line, up to 60 characters at the end of a word. */
export function titleOf(text: string): string {
  const line =
    text
      .trimStart()
      .slice(0, 2_000)
      .split(/[\n\r\u2028\u2029]/, 1)[0] ?? '';
  const letters = lettersOf(line.replace(/\s+/g, ' ').trim());
  if (letters.length <= longest) return fitting(letters);
  const end = letters.slice(0, longest + 1).lastIndexOf(' ');
  // A word that is longer than that is cut where it is.
  return fitting(letters.slice(0, end > 0 ? end : longest));
}

/** As a reader counts them: a flag or an emoji of several parts is one. */
const lettersOf = (text: string) => Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment);

/** As much as the server takes. */
function fitting(letters: readonly string[]): string {
  let title = '';
  for (const letter of letters) {
    if (title.length + letter.length > syncLimits.titleLength) break;
    title += letter;
  }
  return title;
}
