/** Digits of scripts in which prices are written. */
const digit = /[0-9\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\uff10-\uff19]/;
const amount = /^[-+~≈−]?\.?[0-9\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\uff10-\uff19]/;
/** A word of two letters behind an amount. Greek letters are a formula's. */
const word = /^\d[^\\^_{}=<>+]*\s[a-zA-Z\u00c0-\u024f\u0400-\u052f\u0590-\u06ff\u0900-\u0dff]{2,}/;
/** `5+ or 6`: an amount and more. */
const wordAfterPlus = /^\d[\d.,]{0,20}[kKmMbB]?\+[^\\^_{}=<>+]*\s[a-zA-Z\u00c0-\u024f\u0400-\u052f]{2,}/;
/** `5 a 6`, in languages whose "to", "and" or "or" is one letter. */
const shortWord = /^\d[\d.,]{0,20}\s[aeiouyàèéòóùáíив]\s[\d.,]{1,20}[kKmMbB]?$/i;
const withoutSpaces = /[\u0e00-\u0e7f\u3000-\u30ff\u3400-\u9fff\uac00-\ud7af\uff00-\uffef]/;
const amountAtEnd = /[0-9\uff10-\uff19][kKmMbB万億亿]?$/;
const otherCurrency = /[€£¥₹₽₩₺¢￥￡]/;
/** No formula ends with these: another amount follows. */
const between = /[-–—−/(~*|"'“‘`]$/;
const lineBreak = /<br\s*\/?>/i;
const beginsAsText = /^(?:[,.;:!?)\]}'"’”…]+\s|\/.)/;

/** Whether what stands between two dollars is money, a path or words. */
export function isMoney(inner: string): boolean {
  if (word.test(inner) || wordAfterPlus.test(inner) || lineBreak.test(inner)) return true;
  if (inner.length === 1 || inner.includes('\\')) return false;
  if (beginsAsText.test(inner) || inner.endsWith('/') || !isBalanced(inner)) return true;
  if (!amount.test(inner)) return false;
  return (
    shortWord.test(inner) ||
    otherCurrency.test(inner) ||
    between.test(inner) ||
    (withoutSpaces.test(inner) && amountAtEnd.test(inner))
  );
}

/** Whether this dollar stands behind its amount: `5 $, also`, `5 $/month`, `5 $-Schein`. */
export function isBehindAmount(text: string, dollar: number): boolean {
  const isAmount = /\s/.test(text.charAt(dollar - 1)) && digit.test(text.charAt(dollar - 2));
  return isAmount && /^(?:[,.;:!?)\]}…]|[-–/][A-Za-z]{2})/.test(text.slice(dollar + 1, dollar + 4));
}

/** Whether a character touches a dollar as a name or an amount does. */
export const isTouching = (character: string): boolean => /[A-Za-z]/.test(character) || digit.test(character);

/** What keeps a dollar from closing: the amount, name or brace that it begins. */
export const beginsAmount = (after: string): boolean =>
  /^(?:\.?\d|[A-Za-z${])/.test(after) || digit.test(after.charAt(0));

/** Whether as many brackets close as open. `[0, 1)` is a formula. */
function isBalanced(inner: string): boolean {
  const first = /[()[\]{}]/.exec(inner)?.[0];
  if (first === undefined) return true;
  if (first === ')' || first === '}') return false;
  return inner.replaceAll(/[^([{]/g, '').length === inner.replaceAll(/[^)\]}]/g, '').length;
}

/** Two or more letters between spaces, and nothing else. */
const onlyWords = /^\s+(?:[a-zA-Z\u00c0-\u024f\u0400-\u052f]{2,}\s+)+$/;
const somethingToSet = /[a-zA-Z0-9\\\u0370-\u03ff\u{1d400}-\u{1d7ff}]/u;

/** Whether two pairs of dollars stand for prices, as in guides to restaurants. */
export function isPriceLevel(inner: string): boolean {
  if (inner.includes('\\')) return false;
  return onlyWords.test(inner) || !somethingToSet.test(inner) || !isBalanced(inner);
}

/** A backslash at the end may be the end's. */
const strongSign = /\\.|[\^{}]/;
const weakSign = /[=<>]|[A-Za-z]_[A-Za-z0-9]|[\w)]\s*\+\s*[\w(]/;
/** Four letters in a row are a word, as is one letter of a script without spaces. */
const wordOfFour =
  /[a-zA-Z\u00c0-\u024f\u0400-\u052f\u0590-\u06ff]{4}|[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/;

/** Whether a text has a word, and no sign that only formulas have. */
export const isWords = (text: string): boolean =>
  !strongSign.test(text) && wordOfFour.test(text) && !weakSign.test(text);

/**
 * Whether brackets with a backslash are brackets, and not the ends of a formula: many programs write `\[1\]` for `[1]`.
 * Within a sentence, names may hold a sign: `\[your_name\]`.
 */
export function isBracketed(inner: string, isInSentence: boolean): boolean {
  if (strongSign.test(inner)) return false;
  const isPadded = /^\s/.test(inner) && /\s$/.test(inner);
  const hasWord = wordOfFour.test(inner);
  if (weakSign.test(inner)) return hasWord && isInSentence && !isPadded;
  return hasWord || !isPadded;
}
