// Compiled on first use, which most texts never need: the browser takes milliseconds for the whole of Unicode.
const sign = /[\p{P}\p{S}]/u;
const withoutSpaces =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Bopomofo}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}\u3000-\u303f\ufe10-\ufe19\ufe30-\ufe4f\uff01-\uff65]/u;
const opening = /[\p{Ps}\p{Pi}]/u;

/** The character, whole, that begins at a place of a text; empty behind its end. */
export function characterAt(text: string, index: number): string {
  const code = text.charCodeAt(index);
  return code >= 0xd800 && code <= 0xdbff ? text.slice(index, index + 2) : text.charAt(index);
}

/** The one that ends there; empty at a text's beginning. */
export function characterBefore(text: string, index: number): string {
  const code = text.charCodeAt(index - 1);
  return code >= 0xdc00 && code <= 0xdfff ? text.slice(index - 2, index) : text.charAt(index - 1);
}

/** White space as defined by CommonMark; so are the ends of a text. */
export const isSpace = (character: string): boolean =>
  character === '' || character === ' ' || character === '\n' || character.trim() === '';

export function isPunctuation(character: string): boolean {
  const code = character.charCodeAt(0);
  if (code >= 128) return sign.test(character);
  return (
    (code >= 33 && code <= 47) ||
    (code >= 58 && code <= 64) ||
    (code >= 91 && code <= 96) ||
    (code >= 123 && code < 127)
  );
}

/** Whether it opens a bracket or a quotation. */
export const isOpening = (character: string): boolean => opening.test(character);

/** Of a script that puts no spaces between words; its punctuation, too. */
export const isWithoutSpaces = (character: string): boolean =>
  character.charCodeAt(0) >= 0x0e00 && withoutSpaces.test(character);

/** As `characterBefore`, past what only chooses how that character looks. */
export function letterBefore(text: string, index: number): string {
  const before = characterBefore(text, index);
  const code = before.codePointAt(0) ?? 0;
  const isSelector = (code >= 0xfe00 && code <= 0xfe0f) || (code >= 0xe0100 && code <= 0xe01ef);
  return isSelector ? characterBefore(text, index - before.length) : before;
}
