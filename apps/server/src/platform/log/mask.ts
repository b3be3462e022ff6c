// Each lookbehind pins the start of a match; without it, every letter of a long text would be tried as a start.
const email =
  /(?<![^\s@<>"'()=/…])[^\s@<>"'()=/…]+@[^\s@<>"'()=/]+\.[a-z]{2,}(?:[^\s@<>"'()=/…]*@[^\s@<>"'()=/]+\.[a-z]{2,})*/gi;
const query = /([?&#][\w-]{1,40}=)[^\s&#"'<>]+/g;
const credentials = /((?<![a-z\d+.-])[a-z\d+.-]+:\/\/)[^\s/@]+@/gi;
// Tokens, keys, codes and hashes are long runs with digits among the letters; words and paths are not.
const secret = /(?<![\w~+=.-])(?=[\w~+=.-]*\d)(?=[\w~+=.-]*[a-z])[\w~+=.-]{24,}/gi;

/** A text that is not ours, such as an error message, without anything that may be a secret. */
export function masked(text: string): string {
  return text.replace(credentials, '$1…@').replace(email, '…@…').replace(query, '$1…').replace(secret, '…');
}
