/**
 * A name, or what is looked for, as the two are compared: without regard to capitals, to marks over letters where they
 * can be left out in writing, to how a program encodes a letter, to which apostrophe or dash it was, and to spaces
 * twice. Everything else is itself, `%` and `_` too.
 */
export function folded(text: string): string {
  // Before what would take this one for a space with a mark over it.
  const accents = text.normalize('NFC').replaceAll('´', "'");
  const seen = accents.normalize('NFKD').replace(unseen, joined);
  // Up and down again: some letters are alike only in capitals.
  const small = seen.toUpperCase().toLowerCase().normalize('NFKD');
  const letters = small
    .replace(optionalMarks, '')
    .replace(beyondAscii, (letter) => written[letter] ?? letter);
  const signs = letters
    .normalize('NFKC')
    .replace(apostrophes, "'")
    .replace(/\p{Pd}/gu, '-');
  const words = signs.replace(/\s+/gu, ' ').trim();
  return [...words].slice(0, longest).join('').trimEnd();
}

/** What begins with a folded text stands at or after it, and before this. No folded text has this character. */
export const afterAll = (prefix: string) => `${prefix}\u{10ffff}`;

/** Whether so much of a name is known that looking for it is not leafing through everybody. */
export function isEnough(text: string): boolean {
  const characters = [...folded(text)];
  return characters.length >= 2 || characters.some((character) => wordlike.test(character));
}

/** Characters; longer ones are alike when they begin alike. An index takes no text of any length. */
const longest = 120;

const apostrophes = /[’‘‛ʼʹʻʽ`]/gu;
/** What cannot be seen, or is no character. */
const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Noncharacter_Code_Point}\p{Default_Ignorable_Code_Point}]/gu;
const joined = (character: string) => (/\s/u.test(character) ? ' ' : '');
/** Of Latin, Greek and Cyrillic; points of Hebrew; vowels and hamzas of Arabic. Other scripts mean their marks. */
const optionalMarks = /[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u064b-\u065f\u0670]/gu;
/** Letters that no normal form takes apart, and how people write them who do not have them. */
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
/** Of scripts in which one character is a syllable or a word. */
const wordlike =
  /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\p{Script=Yi}\p{Script=Ethiopic}]/u;
