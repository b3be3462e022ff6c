/** A single letter would match too many people. */
const least = 2;
/** But one character is enough if it is a syllable or a word; the server agrees. */
const wordlike =
  /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\p{Script=Yi}\p{Script=Ethiopic}]/u;

/** What to search for in a text that is still being typed; null if it cannot match anyone yet. */
export function searchText(text: string): string | null {
  // Usernames are shown with @; an @ further on makes it an email address, which must match exactly.
  const sought = text.trim().replace(/^@/, '').replace(/\s+/g, ' ');
  if ([...sought].length < least && !wordlike.test(sought)) return null;
  if (sought.includes('@') && !sought.includes(' '))
    return /^[^@]+@[^@][^@.]*\.[^@]+$/.test(sought) ? sought : null;
  return sought;
}
