/**
 * Letters in the form in which they are compared: without capitals and optional marks, each in one encoding. Everything else
 * stays as it is.
 */
export function foldLetters(text: string): string {
  // To upper case and back: some letters are alike only in capitals.
  const small = text.normalize('NFKD').toUpperCase().toLowerCase().normalize('NFKD');
  return small
    .replace(optionalMarks, '')
    .replace(beyondAscii, (letter) => written[letter] ?? letter)
    .normalize('NFKC');
}

/** The name of a provider or a model as it is compared: without what is between its letters and digits. */
export const labelLetters = (name: string): string =>
  foldLetters(name)
    .replace(/[^\p{L}\p{N}]+/gu, '')
    .slice(0, 40);

/** Marks of Latin, Greek and Cyrillic; Hebrew points; Arabic vowels and hamzas. In other scripts marks matter. */
const optionalMarks = /[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u064b-\u065f\u0670]/gu;
/** Letters that no normal form decomposes, and how people write them without a matching keyboard. */
const written: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ħ: 'h',
  ı: 'i',
  ς: 'σ',
};
const beyondAscii = /\P{ASCII}/gu;
