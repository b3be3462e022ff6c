/**
 * How high the rows of a list are, one gap between each two, as far as anybody knows: measured, or estimated until
 * then. Finding a row by its place and a place by its row costs the logarithm of the list's length.
 */
export interface RowHeights {
  readonly count: number;
  /** The height of all rows together. */
  readonly total: number;
  heightOf(index: number): number;
  /** Pixels from the top of the first row to the top of this one; of the row behind the last: a gap after its end. */
  topOf(index: number): number;
  /** The row at that many pixels from the top, its gap behind it included; the first or last one beyond them. */
  indexAt(top: number): number;
  set(index: number, height: number): void;
}

export function rowHeights(heights: number[], gap: number): RowHeights {
  const count = heights.length;
  // A Fenwick tree: `sums[i]` holds the rows that end at i, as many as its lowest bit says.
  const sums = new Float64Array(count + 1);
  for (let index = 1; index <= count; index++) {
    sums[index] = at(sums, index) + at(heights, index - 1) + gap;
    const parent = index + (index & -index);
    if (parent <= count) sums[parent] = at(sums, parent) + at(sums, index);
  }
  const highest = 2 ** Math.floor(Math.log2(Math.max(1, count)));

  function topOf(index: number): number {
    let top = 0;
    for (let rest = index; rest > 0; rest -= rest & -rest) top += at(sums, rest);
    return top;
  }

  return {
    count,
    get total() {
      return Math.max(0, topOf(count) - gap);
    },
    heightOf: (index) => at(heights, index),
    topOf,
    indexAt(top) {
      let index = 0;
      let left = top;
      for (let step = highest; step >= 1; step /= 2) {
        if (index + step > count || at(sums, index + step) > left) continue;
        index += step;
        left -= at(sums, index);
      }
      return Math.max(0, Math.min(index, count - 1));
    },
    set(index, height) {
      const difference = height - at(heights, index);
      heights[index] = height;
      for (let next = index + 1; next <= count; next += next & -next)
        sums[next] = at(sums, next) + difference;
    },
  };
}

const at = (list: ArrayLike<number>, index: number): number => list[index] ?? 0;
