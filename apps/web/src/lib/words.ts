/** The words of a text without capitals, accents and punctuation, so that nobody has to type them. */
export function words(text: string): string[] {
  return (
    text
      .normalize('NFKD')
      .replace(/\p{Mark}/gu, '')
      .toLowerCase()
      .match(/[\p{Letter}\p{Number}]+/gu) ?? []
  );
}

/** Whether every word of what was typed begins a word of the text. */
export function isIn(text: string, typed: string): boolean {
  const all = words(text);
  return words(typed).every((word) => all.some((other) => other.startsWith(word)));
}
