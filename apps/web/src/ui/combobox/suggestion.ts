/** Something that could be typed, and a word about it. */
export interface Suggestion {
  value: string;
  note?: string;
}

/** The suggestions that contain every word of the text, those that begin with it first; none when it is the only one. */
export function matching(suggestions: readonly Suggestion[], text: string): readonly Suggestion[] {
  const sought = text.trim().toLowerCase();
  const words = sought.split(/\s+/);
  const found = suggestions.filter(({ value, note = '' }) => {
    const said = `${value} ${note}`.toLowerCase();
    return words.every((word) => said.includes(word));
  });
  if (found.length === 1 && found[0]?.value === text.trim()) return [];
  const begins = (suggestion: Suggestion) => suggestion.value.toLowerCase().startsWith(sought);
  return [...found.filter(begins), ...found.filter((suggestion) => !begins(suggestion))];
}
