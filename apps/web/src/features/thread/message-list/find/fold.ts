/** A text without capitals and accents, every space alike, and where each of its characters stood. */
export interface Folded {
  text: string;
  /** The index in the text as it was; of the folded text's end: that of its end. */
  at(index: number): number;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the plain characters begin with one
const isPlain = /^[\x00-\x7f]*$/;

export function folded(text: string): Folded {
  if (isPlain.test(text)) return { text: alike(text.toLowerCase()), at: (index) => index };
  const pieces: string[] = [];
  const places: number[] = [];
  let index = 0;
  for (const character of text) {
    const plain = character
      .normalize('NFKD')
      .replace(/\p{Mark}/gu, '')
      .toLowerCase();
    pieces.push(plain);
    for (let count = 0; count < plain.length; count++) places.push(index);
    index += character.length;
  }
  return { text: alike(pieces.join('')), at: (place) => places[place] ?? text.length };
}

/** The same without the places, for a text of which only the number of matches is asked. */
export const foldedText = (text: string): string =>
  alike(
    isPlain.test(text)
      ? text.toLowerCase()
      : text
          .normalize('NFKD')
          .replace(/\p{Mark}/gu, '')
          .toLowerCase(),
  );

/** Spaces and sigmas alike: which sigma a capital becomes depends on where it stands in its word. */
const alike = (text: string) => text.replace(/\s/g, ' ').replaceAll('ς', 'σ');

/** Where the words begin in the text; matches do not overlap. */
export function* matchesIn(text: string, words: string): Generator<number> {
  for (let at = text.indexOf(words); at !== -1 && words !== ''; at = text.indexOf(words, at + words.length))
    yield at;
}
