/** A text to suggest, with a short note. */
export interface ComboboxOption {
  value: string;
  note?: string;
}

/** The suggestions with every word of the text, those that start with it first; none if the text is the only match. */
export function matchingOptions(
  suggestions: readonly ComboboxOption[],
  text: string,
): readonly ComboboxOption[] {
  const sought = text.trim().toLowerCase();
  const words = sought.split(/\s+/);
  const found = suggestions.filter(({ value, note = '' }) => {
    const haystack = `${value} ${note}`.toLowerCase();
    return words.every((word) => haystack.includes(word));
  });
  if (found.length === 1 && found[0]?.value === text.trim()) return [];
  const begins = (suggestion: ComboboxOption) => suggestion.value.toLowerCase().startsWith(sought);
  return [...found.filter(begins), ...found.filter((suggestion) => !begins(suggestion))];
}
