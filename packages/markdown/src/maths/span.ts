import { runAt } from '../inline/code-span.ts';
import {
  beginsAmount,
  isBehindAmount,
  isBracketed,
  isMoney,
  isPriceLevel,
  isTouching,
  isWords,
} from './not-maths.ts';

/** A formula inside a line of text, with its delimiters. */
export interface Span {
  start: number;
  end: number;
  tex: string;
  /** Written as a displayed formula: `$$…$$` or `\[…\]`. */
  isDisplay: boolean;
}

/** A text without any of these has no formula, nor has one with a single dollar. */
const mayHold = /\$[^$]*\$|\\[([]/;
/** More characters than this between two dollars are not a formula in a sentence. */
const longest = 2_000;
/** More than this between other delimiters is a formula: text is looked at once for each delimiter in it. */
const longestText = 500;
/** What may be glued to a formula all the same: `$n$th`, `$x$s`. */
const ending = /^(?:th|st|nd|rd|s|es)(?![A-Za-z0-9])/;

export const mayHoldMaths = (text: string): boolean => mayHold.test(text);

/**
 * The formula that begins at this character; `open` when it begins one that does not end in this text. Dollars are
 * read as pandoc reads them: no space after the first, none before the last, no digit after it. Since prices and
 * shells are full of dollars too, no Latin letter or digit touches them from outside either, and nothing that reads as
 * money or words is between them.
 */
export function spanAt(text: string, start: number): Span | 'open' | null {
  if (text.charAt(start) === '\\') {
    const opening = text.charAt(start + 1);
    if (opening === '(') return delimited(text, start, '\\)', false, isWords);
    return opening === '[' ? delimited(text, start, '\\]', true, (inner) => isBracketed(inner, true)) : null;
  }
  if (!text.startsWith('$$', start)) return betweenDollars(text, start);
  const isRun = text.charAt(start + 2) === '$' || text.charAt(start - 1) === '$';
  return isRun ? null : delimited(text, start, '$$', true, isPriceLevel);
}

function delimited(
  text: string,
  start: number,
  closer: string,
  isDisplay: boolean,
  isText: (inner: string) => boolean,
): Span | 'open' | null {
  const close = closerAt(text, start + 2, closer);
  if (close === -1) return 'open';
  const inner = text.slice(start + 2, close);
  const tex = inner.trim();
  return tex === '' || (inner.length <= longestText && isText(inner))
    ? null
    : { start, end: close + 2, tex, isDisplay };
}

/** The next unescaped delimiter of two characters, or -1. Three dollars in a row are no delimiter. */
export function closerAt(text: string, from: number, closer: string): number {
  for (let index = from; index < text.length; index++) {
    if (text.startsWith(closer, index)) {
      const run = closer === '$$' ? runAt(text, index, '$').length : 2;
      if (run === 2) return index;
      index += run - 1;
    } else if (text.charCodeAt(index) === 92) index++;
  }
  return -1;
}

function betweenDollars(text: string, start: number): Span | 'open' | null {
  const first = text.charAt(start + 1);
  if (first === '' || /\s/.test(first)) return null;
  // 3$\times$ is a formula all the same
  if (first !== '\\' && (isTouching(text.charAt(start - 1)) || isBehindAmount(text, start))) return null;
  let index = start + 1;
  for (; index < text.length && text.charCodeAt(index) !== 36; index++) {
    if (index - start > longest) return null;
    if (text.charCodeAt(index) === 92) index++;
  }
  if (index >= text.length) return 'open';
  const after = text.slice(index + 1, index + 5);
  const isClosing = !/\s/.test(text.charAt(index - 1)) && (!beginsAmount(after) || ending.test(after));
  const tex = text.slice(start + 1, index);
  return isClosing && !isMoney(tex) ? { start, end: index + 1, tex, isDisplay: false } : null;
}
