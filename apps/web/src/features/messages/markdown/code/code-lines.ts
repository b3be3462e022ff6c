import type { ChunkedList } from '@polylogue/markdown';

const known = new WeakMap<object, number>();

/** A very long line comes in many pieces, of which the first has its line end. What is settled is counted once. */
function linesIn({ length, groups }: ChunkedList<string>): number {
  let ends = 0;
  for (const group of groups) {
    const its = known.get(group) ?? group.flat().filter((piece) => piece.startsWith('\n')).length;
    known.set(group, its);
    ends += its;
  }
  return length === 0 ? 0 : ends + 1;
}

/** How long a block of code is, in words. */
export function countedLines(pieces: ChunkedList<string>): string {
  const lines = linesIn(pieces);
  return lines === 1 ? '1 line' : `${lines} lines`;
}
