import { endOfCode, runAt } from '../code-span.ts';
import { mayHoldMaths, type Span, spanAt } from './span.ts';

/**
 * A text whose formulas were taken out before its markdown is read, since to markdown `_`, `*` and `\\` are something
 * else. Each left a mark that reads like the formula's own dollars would: punctuation around a letter.
 */
export interface TakenOut {
  /** The text with a mark in place of each formula. */
  text: string;
  /** A piece of it in parts: words, and formulas in place of their marks. */
  parts(piece: string): (string | Span)[];
  /** A piece of it as it was written. */
  written(piece: string): string;
}

// Characters that no alphabet owns. A text that has some of its own keeps its formulas as text.
const firstMark = 0xe000;
const most = 6_000;
const mark = /\$([\ue000-\uf8ff])\$/;
const foreign = /[\ue000-\uf8ff]/;

/** Null when there is no formula in the text. */
export function takenOut(text: string): TakenOut | null {
  if (!mayHoldMaths(text) || foreign.test(text)) return null;
  const spans = spansOf(text);
  if (spans.length === 0) return null;
  let left = '';
  let at = 0;
  spans.forEach((span, index) => {
    left += `${text.slice(at, span.start)}$${String.fromCharCode(firstMark + index)}$`;
    at = span.end;
  });
  const spanOf = (letter = '') => spans[letter.charCodeAt(0) - firstMark];

  function parts(piece: string): (string | Span)[] {
    // Every second part is a mark's letter.
    return piece
      .split(mark)
      .map((part, index) => (index % 2 === 0 ? part : (spanOf(part) ?? '')))
      .filter((part) => part !== '');
  }
  const asWritten = (part: string | Span) =>
    typeof part === 'string' ? part : text.slice(part.start, part.end);
  return {
    text: left + text.slice(at),
    parts,
    written: (piece) => parts(piece).map(asWritten).join(''),
  };
}

/** From left to right, so that whatever begins first, code or formula, holds the other as its text. */
function spansOf(text: string): Span[] {
  const spans: Span[] = [];
  const unclosed = new Set<string>();
  for (let index = 0; index < text.length && spans.length < most; ) {
    const character = text.charAt(index);
    if (character === '`') index = endOfCode(text, index).end;
    else if (character === '$' || character === '\\') {
      const opening = character === '$' ? runAt(text, index, '$') : text.slice(index, index + 2);
      const found = unclosed.has(opening) ? null : spanAt(text, index);
      // What is missing here is missing from here on: it is not looked for again.
      if (found === 'open') unclosed.add(opening);
      if (found === null || found === 'open') index += opening.length;
      else {
        spans.push(found);
        index = found.end;
      }
    } else index++;
  }
  return spans;
}
