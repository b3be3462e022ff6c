import fc from 'fast-check';
import { expect, test } from 'vitest';
import { answerMarkers, longestMarker, markers } from './markers.ts';
import { sortReply } from './sort-finished.ts';
import { beforeReply, heldPieces, type ReplyPiece, sortMore } from './sort-growing.ts';

const words = ['a', ' ', '\n', '\n\n', '`', '```\n', 'Hm.', '<', '</', '[', '|', 'think', '👋'];
const tokens = [...markers, ...answerMarkers].flatMap(({ opening, closing }) => [opening, closing]);
const text = fc
  .tuple(
    fc.constantFrom('', ' ', '\n', 'a', ...markers.map(({ opening }) => opening)),
    fc.array(fc.oneof(fc.constantFrom(...words), fc.constantFrom(...tokens)), { maxLength: 12 }),
  )
  .map(([first, others]) => first + others.join(''));

/** Sorted as it comes in pieces that end at these places. */
function sorted(whole: string, ends: number[]) {
  let sorting = beforeReply;
  const pieces: ReplyPiece[] = [];
  let from = 0;
  for (const end of [...ends, whole.length].sort((one, other) => one - other)) {
    const step = sortMore(sorting, whole.slice(from, end));
    sorting = step.sorting;
    pieces.push(...step.pieces);
    from = end;
    expect(sorting.held.trimStart().length).toBeLessThan(longestMarker);
    expect(sorting.held.length).toBeLessThanOrEqual(2 * longestMarker);
  }
  pieces.push(...heldPieces(sorting));
  const of = (type: ReplyPiece['type']) =>
    pieces.map((piece) => (piece.type === type ? piece.text : '')).join('');
  return { reasoning: of('reasoning'), text: of('text') };
}

test('a text is sorted the same wherever it is split', () => {
  fc.assert(
    fc.property(text, fc.array(fc.nat(200)), (whole, cuts) => {
      const once = sorted(whole, []);
      const ends = cuts.map((cut) => Math.min(cut, whole.length));
      expect(sorted(whole, ends)).toEqual(once);
      expect(
        sorted(
          whole,
          [...whole].map((_, index) => index),
        ),
      ).toEqual(once);
    }),
  );
});

test('what was sorted while it grew is shown as if it had been sorted at its end', () => {
  fc.assert(
    fc.property(text, (whole) => {
      const grown = sorted(whole, []);
      // Words count only at the end, in a text that begins with them.
      fc.pre(!markers.some(({ isWords, opening }) => isWords && whole.trimStart().startsWith(opening)));
      fc.pre(!markers.some(({ isWords, opening }) => isWords && grown.text.trimStart().startsWith(opening)));
      expect(sortReply(grown.text).text).toBe(sortReply(whole).text);
    }),
  );
});

test('sorting a sorted text changes nothing of a text without markers', () => {
  fc.assert(
    fc.property(fc.string(), (whole) => {
      expect(sortReply(whole)).toEqual({ reasoning: '', text: whole });
      expect(sorted(whole, [])).toEqual({ reasoning: '', text: whole });
    }),
  );
});

test('no marker is the beginning of another', () => {
  const openings = [...markers, ...answerMarkers].map(({ opening }) => opening);
  for (const one of openings)
    expect(openings.filter((other) => other !== one && other.startsWith(one))).toEqual([]);
});
