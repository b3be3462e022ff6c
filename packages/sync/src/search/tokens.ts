import { cutText } from '../text.ts';
import { foldLetters } from './letters.ts';

/** A word of a text, or one character of a script without spaces, and where it stands (UTF-16 code units). */
export interface Token {
  /** Folded. */
  text: string;
  start: number;
  end: number;
  /** In a script that writes no spaces: searched by pairs of characters. */
  isCharacter: boolean;
}

/** Maximum length of a word (UTF-16 code units); longer ones are equal if their beginnings are. */
const longest = 40;

const runs = /[\p{L}\p{N}\p{M}]+/gu;
/** Characters of scripts that write no spaces, each with its marks. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\u30fc\u3005]\p{M}*/u;
const parts = new RegExp(`${unspaced.source}|(?:(?!${unspaced.source})[\\p{L}\\p{N}\\p{M}])+`, 'gu');
// biome-ignore lint/suspicious/noControlCharactersInRegex: the plain characters begin with a control character
const isPlain = /^[\x00-\x7f]*$/;
const notInWords = /[^\p{L}\p{N}\p{M}]+/gu;

/** The words of a text in their order. */
export function* wordTokens(text: string): Generator<Token, undefined> {
  for (const { 0: run, index } of text.matchAll(runs)) {
    if (isPlain.test(run)) {
      yield { text: cut(run.toLowerCase()), start: index, end: index + run.length, isCharacter: false };
      continue;
    }
    for (const { 0: part, index: at } of run.matchAll(parts)) {
      const folded = cut(foldLetters(part).replace(notInWords, ''));
      if (folded === '') continue;
      const start = index + at;
      yield { text: folded, start, end: start + part.length, isCharacter: unspaced.test(part) };
    }
  }
}

const cut = (word: string) => cutText(word, longest);
