import { foldLetters } from '@polylogue/sync/search';

/**
 * The form in which names and searches are compared. It ignores capitals, optional marks over letters, the encoding of
 * a letter, the kind of apostrophe or dash, and repeated spaces. Everything else stays as it is, including `%` and
 * `_`.
 */
export function searchKey(text: string): string {
  // First, since NFKD would turn this one into a space with a mark over it.
  const accents = text.normalize('NFC').replaceAll('´', "'");
  const seen = accents.normalize('NFKD').replace(unseen, joined);
  const signs = foldLetters(seen)
    .replace(apostrophes, "'")
    .replace(/\p{Pd}/gu, '-');
  const words = signs.replace(/\s+/gu, ' ').trim();
  return [...words].slice(0, longest).join('').trimEnd();
}

/** Anything that begins with a folded text sorts at or after it, and before this. No folded text has this character. */
export const afterPrefix = (prefix: string) => `${prefix}\u{10ffff}`;

/** Whether a text is long enough for a search not to list everyone. */
export function isLongEnough(text: string): boolean {
  const characters = [...searchKey(text)];
  return characters.length >= 2 || characters.some((character) => wordlike.test(character));
}

/** Maximum length (characters); longer names are equal if their beginnings are. An index has a size limit. */
const longest = 120;

const apostrophes = /[’‘‛ʼʹʻʽ`]/gu;
/** Invisible characters and non-characters. */
const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Noncharacter_Code_Point}\p{Default_Ignorable_Code_Point}]/gu;
const joined = (character: string) => (/\s/u.test(character) ? ' ' : '');
/** Scripts in which one character is a syllable or a word. */
const wordlike =
  /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\p{Script=Yi}\p{Script=Ethiopic}]/u;
