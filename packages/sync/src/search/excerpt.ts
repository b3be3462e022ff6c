import { cutText } from '../text.ts';
import { markedIn, type TextSpan } from './matches.ts';
import type { Term } from './terms.ts';

/** A piece of a text on one line, and where in it the terms stand. */
export interface Excerpt {
  text: string;
  marks: TextSpan[];
}

/** Characters before the first find, and of the whole (UTF-16 code units). */
const before = 60;
const longest = 240;

/** The text around its first find. */
export function excerptOf(text: string, found: readonly TextSpan[], terms: readonly Term[]): Excerpt {
  const first = Math.min(...found.map(([from]) => from), text.length);
  const from = wordStart(text, Math.max(0, Math.min(first, text.length) - before), first);
  const piece = cutText(text.slice(from, from + longest + 1), longest);
  const line = piece.replace(/\s+/gu, ' ').trim();
  const shown = `${from > 0 ? '…' : ''}${line}${from + piece.length < text.length ? '…' : ''}`;
  return { text: shown, marks: markedIn(shown, terms) };
}

/** The start of the first word after a place, or the place itself where a word is long. */
function wordStart(text: string, at: number, most: number): number {
  if (at === 0) return 0;
  const space = text.slice(at, most).search(/\s/u);
  if (space >= 0) return at + space + 1;
  // Not between the halves of a pair.
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff ? at + 1 : at;
}
