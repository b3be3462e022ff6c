/** The words of a text without capitals, accents and punctuation, which a search ignores. */
export function words(text: string): string[] {
  const plain = withoutMarks(withoutMarks(text).normalize('NFKD'));
  return plain.toLowerCase().match(/[\p{Letter}\p{Number}]+/gu) ?? [];
}

/** Also before normalising: putting thousands of marks on one letter in order would take seconds. */
const withoutMarks = (text: string) => text.replace(/\p{Mark}/gu, '');

/** Whether every typed word is the beginning of a word in the text. */
export function matchesWords(text: string, typed: string): boolean {
  const all = words(text);
  return words(typed).every((word) => all.some((other) => other.startsWith(word)));
}
