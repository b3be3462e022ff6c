/** A text without capitals and optional marks, with all spaces alike, and the original position of each character. */
export interface Folded {
  text: string;
  /** The index in the original text; for the folded text's end, its end. */
  at(index: number): number;
}

/** How many characters were folded since the page was opened, for the tests that limit it. */
export const folding = { characters: 0 };

// biome-ignore lint/suspicious/noControlCharactersInRegex: the plain characters begin with a control character
const isPlain = /^[\x00-\x7f]*$/;

export const folded = (text: string): Folded => extendFolded(null, text);

/** A folded text and its original: when the original grows, only what is new is folded. */
export interface FoldedSoFar extends Folded {
  of: string;
  /** The original position of each folded character; null if nothing has moved. */
  places: readonly number[] | null;
}

/** Folds a text, reusing what was folded before: no character depends on what comes after it. */
export function extendFolded(before: FoldedSoFar | null, text: string): FoldedSoFar {
  if (before?.of === text) return before;
  const known = before !== null && continuesFrom(text, before.of) ? before : null;
  const from = known?.of.length ?? 0;
  const tail = text.slice(from);
  folding.characters += tail.length;
  if ((known === null || known.places === null) && isPlain.test(tail))
    return soFar(text, (known?.text ?? '') + alike(tail.toLowerCase()), null);
  const pieces: string[] = [];
  const places = known ? (known.places?.slice() ?? Array.from({ length: from }, (_, index) => index)) : [];
  let index = from;
  for (const character of tail) {
    const plain = decomposed(character).toLowerCase();
    pieces.push(plain);
    for (let count = 0; count < plain.length; count++) places.push(index);
    index += character.length;
  }
  return soFar(text, (known?.text ?? '') + alike(pieces.join('')), places);
}

const soFar = (of: string, text: string, places: readonly number[] | null): FoldedSoFar => ({
  of,
  text,
  places,
  at: (index) => (places ? (places[index] ?? of.length) : index),
});

/** Whether a text continues another one, and not from the middle of a character. */
function continuesFrom(text: string, beginning: string): boolean {
  const last = beginning.charCodeAt(beginning.length - 1);
  return text.startsWith(beginning) && !(last >= 0xd800 && last <= 0xdbff);
}

/** The same without positions, for a text whose matches are only counted. */
export function foldedText(text: string): string {
  folding.characters += text.length;
  return alike(
    isPlain.test(text)
      ? text.toLowerCase()
      : withoutMarks(text).replace(betweenMarks, decomposed).toLowerCase(),
  );
}

/** Accents, and the vowels of Hebrew and Arabic. In other scripts marks matter, as the two that voice kana do. */
const optionalMarks =
  /(?![\u3099\u309a])(?=[\p{Script=Inherited}\p{Script=Hebrew}\p{Script=Arabic}])\p{Mark}/gu;
const withoutMarks = (text: string) => text.replace(optionalMarks, '');
const decomposed = (text: string) => withoutMarks(text.normalize('NFKD'));
/** Marks are taken one by one: a normal form would change their order, and so their places. */
const betweenMarks = /\P{Mark}+|\p{Mark}/gu;

/** Makes spaces alike, and sigmas: which sigma a capital becomes depends on its place in the word. */
const alike = (text: string) => text.replace(/\s/g, ' ').replaceAll('ς', 'σ');

const voicing = /^[\u3099\u309a]/;

/** Where one of the words occurs in the text, the longest where several begin; matches do not overlap. */
export function* matchesIn(text: string, words: readonly string[]): Generator<[from: number, to: number]> {
  const next = words.map((word) => placeOf(word, text, 0));
  for (let from = Math.min(...next); from < text.length; from = Math.min(...next)) {
    const length = Math.max(...words.map((word, at) => (next[at] === from ? word.length : 0)));
    const to = from + length;
    yield [from, to];
    for (const [at, word] of words.entries()) {
      if ((next[at] ?? 0) < to) next[at] = placeOf(word, text, to);
    }
  }
}

/** Infinity: nowhere. は is not the beginning of ば. */
function placeOf(word: string, text: string, from: number): number {
  for (let at = text.indexOf(word, from); at !== -1; at = text.indexOf(word, at + word.length))
    if (!voicing.test(text.charAt(at + word.length))) return at;
  return Number.POSITIVE_INFINITY;
}
