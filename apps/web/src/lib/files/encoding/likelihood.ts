import type { Encoding } from './encodings.ts';
import { commonCharacters, type Language } from './languages.ts';

// How probable a text is: each character outside ASCII by how frequent it is in the language, and by its neighbours.
// Logarithms to base e. Every reading of a file explains the same bytes, so that they compare.

const never = Math.log(1e-6);
const rare = Math.log(1e-4);
/** What stands within a word as it would in no language. */
const outOfPlace = -4;
const perWord = 1.5;
const mostWords = 5;

const punctuation = new Set('“”„‘’‚«»…–—€\u00a0№');
const symbols = new Set('·•°§©®™£²³½×±');
const widePunctuation = new Set('，。、；：？！「」『』（）《》“”‘’…—～・　％＋－／＝［］【】〜ー');

/** The logarithm of the probability of a text in an encoding, by its most probable language. */
export function likelihood(text: string, { languages = [], scripts = [], rarity }: Encoding): number {
  const all = [...text];
  const used = new Set(text.toLowerCase().split(/[^\p{L}\p{M}]+/u));
  const accents = tooManyAccents(all);
  const found = [
    ...languages.map((language) => inLetters(all, language, accents) + perWord * commonWords(used, language)),
    ...scripts.map((script) => inCharacters(all, script)),
  ];
  return Math.max(...found) - rarity;
}

const tables = new Map<string, Map<string, number>>();

/** By the law of Zipf: the n-th most frequent one occurs 1/n times as often as the first. */
function tableOf(ordered: string, share: number, offset: number): Map<string, number> {
  const known = tables.get(ordered);
  if (known) return known;
  const all = [...ordered];
  const sum = all.reduce((sum, _, at) => sum + 1 / (at + offset), 0);
  const table = new Map<string, number>();
  for (const [at, letter] of all.entries())
    if (!table.has(letter)) table.set(letter, Math.log(share / (at + offset) / sum));
  tables.set(ordered, table);
  return table;
}

const kinds = new Map<string, { isLetter: boolean; isUpper: boolean; isLower: boolean }>();

/** Looked up: each letter is met in many readings. */
function kindOf(letter: string) {
  const known = kinds.get(letter);
  if (known) return known;
  const kind = {
    isLetter: /[\p{L}\p{M}]/u.test(letter),
    isUpper: letter !== letter.toLowerCase(),
    isLower: letter !== letter.toUpperCase(),
  };
  kinds.set(letter, kind);
  return kind;
}

const isLetter = (letter: string) => kindOf(letter).isLetter;
const isUpper = (letter: string) => kindOf(letter).isUpper;
const isLower = (letter: string) => kindOf(letter).isLower;
const isAscii = (letter: string) => letter < '\x80';

function inLetters(all: readonly string[], { letters, hasOwnScript }: Language, accents: number): number {
  const table = tableOf(letters, 0.9, hasOwnScript ? 4 : 1.5);
  let sum = 0;
  for (const [at, letter] of all.entries()) {
    if (isAscii(letter)) continue;
    const before = all[at - 1] ?? ' ';
    const next = all[at + 1] ?? ' ';
    const small = letter.toLowerCase();
    const known = table.get(small);
    if (known !== undefined) sum += known;
    else if (punctuation.has(letter)) sum += Math.log(0.02);
    else if (symbols.has(letter)) sum += Math.log(hasOwnScript ? 0.004 : 0.02);
    else sum += isLetter(letter) ? rare - 1 : isControl(letter) ? never : rare;
    const isInWord = isLetter(before) && isLetter(next);
    if (!isLetter(letter)) {
      if (isInWord && !'’·\u200c'.includes(letter)) sum += outOfPlace;
      else if (hasOwnScript && !punctuation.has(letter) && (isLetter(before) || isLetter(next)))
        sum += outOfPlace / 2;
      continue;
    }
    if (isUpper(letter))
      sum +=
        isLetter(before) && isLower(before) ? outOfPlace : isUpper(next) || isUpper(before) ? -0.3 : -1.5;
    if (hasOwnScript) {
      if (isLetter(before) && isAscii(before)) sum += outOfPlace;
      if (isLetter(next) && isAscii(next)) sum += outOfPlace;
      if (isLower(letter) && isUpper(next) && isLetter(next)) sum += outOfPlace / 2;
    } else {
      if (isLetter(before) && !isAscii(before) && !/\p{M}/u.test(letter)) sum += -1.5;
      if (isHiatus(before, small) || isHiatus(next, small)) sum += -1.5;
      // An accented capital within small letters is counted above; one before them begins a word.
      if (isUpper(before) && isLower(letter) && isLetter(all[at - 2] ?? ' ')) sum += -1;
    }
  }
  return sum - (hasOwnScript ? 0 : accents);
}

const vowel = /[aeiouy]/i;
const accentedVowel = /[áàâäåéèêíîóôöúùûāēīūąęėįųăőű]/;

/** Two vowels side by side, one accented, as few languages have them. Spanish has some with an i. */
const isHiatus = (plain: string, accented: string) =>
  vowel.test(plain) && accentedVowel.test(accented) && !/i/i.test(plain) && accented !== 'í';

/** Where letters are Latin, most have no accent. */
function tooManyAccents(all: readonly string[]): number {
  const letters = all.filter(isLetter);
  return Math.max(0, letters.length - 2 * letters.filter(isAscii).length) * 2;
}

const isControl = (letter: string) =>
  (letter >= '\x80' && letter < '\xa0') || /[\ue000-\uf8ff\ufffd]/.test(letter);

const commonWords = (used: ReadonlySet<string>, { words }: Language) =>
  Math.min(mostWords, words.filter((word) => used.has(word)).length);

function inCharacters(all: readonly string[], script: keyof typeof commonCharacters): number {
  const table = tableOf(commonCharacters[script], script === 'korean' ? 0.7 : 0.75, 60);
  let sum = 0;
  for (const [at, letter] of all.entries()) {
    if (isAscii(letter)) {
      if (letter < ' ' && !'\t\n\r\f\x1b'.includes(letter)) sum += never;
      continue;
    }
    const known = table.get(letter);
    if (known !== undefined) sum += known;
    else if (widePunctuation.has(letter)) sum += Math.log(0.02);
    else if (isOf(script, letter)) sum += script === 'korean' ? Math.log(1.2e-4) : Math.log(4e-5);
    else sum += never - 1;
    const before = all[at - 1] ?? ' ';
    const next = all[at + 1] ?? ' ';
    if (/[A-Za-z]/.test(before)) sum += outOfPlace / 2;
    if (/[A-Za-z]/.test(next)) sum += outOfPlace / 2;
  }
  return sum;
}

function isOf(script: keyof typeof commonCharacters, letter: string): boolean {
  if (script === 'korean') return letter >= '가' && letter <= '힣';
  if (script === 'japanese' && letter >= '\u3041' && letter <= '\u30ff') return true;
  return letter >= '\u4e00' && letter <= '\u9fa5';
}
