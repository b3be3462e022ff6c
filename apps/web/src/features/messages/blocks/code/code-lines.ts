import type { ChunkedList } from '@polylogue/markdown';
import { manyOf } from '../../../../lib/text/counts.ts';

const known = new WeakMap<object, number>();

/** A very long line comes in many pieces, the first of which has its line end. Settled groups are counted only once. */
function linesIn({ length, groups }: ChunkedList<string>): number {
  let ends = 0;
  for (const group of groups) {
    const its = known.get(group) ?? group.flat().filter((piece) => piece.startsWith('\n')).length;
    known.set(group, its);
    ends += its;
  }
  return length === 0 ? 0 : ends + 1;
}

/** The length of a block of code, in words. */
export function countedLines(pieces: ChunkedList<string>): string {
  return manyOf(linesIn(pieces), 'line');
}
