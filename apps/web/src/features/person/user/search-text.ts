/** One letter means too many people. */
const least = 2;
/** But where one character is a syllable or a word, it is enough: the server sees it so, too. */
const wordlike =
  /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\p{Script=Yi}\p{Script=Ethiopic}]/u;

/** What to search for in a text that is still being typed; null while it cannot find anybody. */
export function searchText(text: string): string | null {
  // As usernames are shown; an @ further on makes it an e-mail address, which is found only as a whole.
  const sought = text.trim().replace(/^@/, '').replace(/\s+/g, ' ');
  if ([...sought].length < least && !wordlike.test(sought)) return null;
  if (sought.includes('@') && !sought.includes(' '))
    return /^[^@]+@[^@][^@.]*\.[^@]+$/.test(sought) ? sought : null;
  return sought;
}
