import { isBracketed, isPriceLevel, isWords } from './not-maths.ts';
import { closerAt } from './span.ts';

/** What a line that begins with `$$` or `\[` begins. */
export interface FormulaOpening {
  closer: string;
  /** The formula, if all of it is on this line. */
  tex: string | null;
  /** Nothing else is on the line; blank lines may follow. */
  isAlone: boolean;
  /** The formula's beginning on this line. */
  begun: string;
}

/** More lines or characters than this without an end are not a formula. */
const mostLines = 200;
const mostCharacters = 10_000;

/** Null if the line belongs to a paragraph, whatever formulas it holds. */
export function openingOf(line: string): FormulaOpening | null {
  const closer = line.startsWith('\\[') ? '\\]' : /^\$\$(?!\$)/.test(line) ? '$$' : null;
  if (closer === null) return null;
  const begun = line.slice(2);
  const isAlone = begun.trim() === '';
  const end = endIn(begun, closer);
  if (end === null) return /^\S/.test(begun) && isWords(begun) ? null : { closer, tex: null, isAlone, begun };
  return isOnlyPoint(end.after) && end.before.trim() !== '' && !isText(closer, end.before)
    ? { closer, tex: end.before + end.after, isAlone, begun }
    : null;
}

/** Whether what is between the delimiters is text, with the delimiters on its own line. */
export const isText = (closer: string, inner: string): boolean =>
  closer === '\\]' ? isBracketed(inner, false) : isPriceLevel(inner);

/** A formula's last line: the text before and after its closing delimiter; null if the formula continues. */
export function endIn(line: string, closer: string): { before: string; after: string } | null {
  const at = closerAt(line, 0, closer);
  return at === -1 ? null : { before: line.slice(0, at), after: line.slice(at + 2).trim() };
}

/** A full stop or comma after a displayed formula is set beside it, as in print. */
export const isOnlyPoint = (after: string): boolean => /^[.,;:!?]?$/.test(after);

/** Whether so long a beginning may still become a formula. */
export const mayContinue = (lines: number, characters: number): boolean =>
  lines <= mostLines && characters <= mostCharacters;
