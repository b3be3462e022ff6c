import { endOfCode, runAt } from './code-span.ts';
import { mayHoldMaths, type Span, spanAt } from './maths/span.ts';
import { type Reference, referenceAt } from './notes/reference.ts';

/**
 * A text whose formulas and references to notes were taken out before its markdown is read, since to markdown `_`, `*`
 * and `\\` are something else. Each left a mark that reads like the formula's own dollars would: punctuation around a
 * letter.
 */
export interface TakenOut {
  /** The text with a mark in place of each. */
  text: string;
  /** A piece of it in parts: words, and what was taken out in place of its mark. */
  parts(piece: string): (string | Span | Reference)[];
  /** A piece of it as it was written. */
  written(piece: string): string;
}

// Characters that no alphabet owns. A text that has some of its own is left as it is.
const firstMark = 0xe000;
const foreign = /[\ue000-\uf8ff]/;
const mark = /\$([\ue000-\uf8ff])\$/;
/** More than so many in one piece of a paragraph are nothing that anybody reads: the rest stays text. */
const most = 100;

/** Null when there is nothing to take out. */
export function takenOut(text: string): TakenOut | null {
  if (!(mayHoldMaths(text) || text.includes('[^')) || foreign.test(text)) return null;
  const taken = found(text);
  if (taken.length === 0) return null;
  let left = '';
  let at = 0;
  taken.forEach(({ start, end }, index) => {
    left += `${text.slice(at, start)}$${String.fromCharCode(firstMark + index)}$`;
    at = end;
  });
  const takenFor = (letter: string) => taken[letter.charCodeAt(0) - firstMark] ?? '';

  function parts(piece: string): (string | Span | Reference)[] {
    return (
      piece
        .split(mark)
        // Every second part is a mark's letter.
        .map((part, index) => (index % 2 === 0 ? part : takenFor(part)))
        .filter((part) => part !== '')
    );
  }
  const asWritten = (part: string | Span | Reference) =>
    typeof part === 'string' ? part : text.slice(part.start, part.end);
  return {
    text: left + text.slice(at),
    parts,
    written: (piece) => parts(piece).map(asWritten).join(''),
  };
}

/** From left to right, so that whatever begins first, code or formula, holds the other as its text. */
function found(text: string): (Span | Reference)[] {
  const taken: (Span | Reference)[] = [];
  const unclosed = new Set<string>();
  for (let index = 0; index < text.length && taken.length < most; ) {
    const character = text.charAt(index);
    if (character === '`') index = endOfCode(text, index).end;
    else if (character === '[') {
      const reference = referenceAt(text, index);
      if (reference !== null) taken.push(reference);
      index = reference?.end ?? index + 1;
    } else if (character === '$' || character === '\\') {
      const opening = character === '$' ? runAt(text, index, '$') : text.slice(index, index + 2);
      const span = unclosed.has(opening) ? null : spanAt(text, index);
      // What is missing here is missing from here on: it is not looked for again.
      if (span === 'open') unclosed.add(opening);
      if (span === null || span === 'open') index += opening.length;
      else {
        taken.push(span);
        index = span.end;
      }
    } else index++;
  }
  return taken;
}
