import type { Grown } from './grown.ts';

const known = new WeakMap<object, number>();

/** A very long line comes in many chunks, of which the first has its line end. What is settled is counted once. */
function linesIn({ length, stretches }: Grown<string>): number {
  let ends = 0;
  for (const stretch of stretches) {
    const its = known.get(stretch) ?? stretch.flat().filter((chunk) => chunk.startsWith('\n')).length;
    known.set(stretch, its);
    ends += its;
  }
  return length === 0 ? 0 : ends + 1;
}

/** How long a block of code is, in words. */
export function countedLines(chunks: Grown<string>): string {
  const lines = linesIn(chunks);
  return lines === 1 ? '1 line' : `${lines} lines`;
}
