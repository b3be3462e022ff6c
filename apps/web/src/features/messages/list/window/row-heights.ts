/**
 * The heights of the rows of a list, with a gap between each two: measured, or estimated until then. Finding a row by
 * its position and a position by its row takes logarithmic time in the list's length, and so does adding a row at the
 * end.
 */
export interface RowHeights {
  readonly count: number;
  /** The height of all rows together. */
  readonly total: number;
  heightOf(index: number): number;
  /** Pixels from the top of the first row to the top of this one; for the index after the last, a gap past its end. */
  topOf(index: number): number;
  /** The row at that many pixels from the top, including the gap after it; the first or last one beyond them. */
  indexAt(top: number): number;
  set(index: number, height: number): void;
  add(height: number): void;
  /** Forgets all rows from this one on. */
  truncate(index: number): void;
}

export function rowHeights(given: readonly number[], gap: number): RowHeights {
  const heights: number[] = [];
  // A Fenwick tree: `sums[i]` covers the rows that end at i, as many as its lowest bit says. None covers later rows, so
  // the end can be cut off and grow again.
  const sums: number[] = [0];

  function topOf(index: number): number {
    let top = 0;
    for (let rest = index; rest > 0; rest -= rest & -rest) top += at(sums, rest);
    return top;
  }

  function add(height: number) {
    const index = heights.push(height);
    let sum = height + gap;
    const first = index - (index & -index);
    for (let rest = index - 1; rest > first; rest -= rest & -rest) sum += at(sums, rest);
    sums.push(sum);
  }

  for (const height of given) add(height);

  return {
    get count() {
      return heights.length;
    },
    get total() {
      return Math.max(0, topOf(heights.length) - gap);
    },
    heightOf: (index) => at(heights, index),
    topOf,
    indexAt(top) {
      const count = heights.length;
      let index = 0;
      let left = top;
      for (let step = 2 ** Math.floor(Math.log2(Math.max(1, count))); step >= 1; step /= 2) {
        if (index + step > count || at(sums, index + step) > left) continue;
        index += step;
        left -= at(sums, index);
      }
      return Math.max(0, Math.min(index, count - 1));
    },
    set(index, height) {
      const difference = height - at(heights, index);
      heights[index] = height;
      for (let next = index + 1; next <= heights.length; next += next & -next)
        sums[next] = at(sums, next) + difference;
    },
    add,
    truncate(index) {
      heights.length = index;
      sums.length = index + 1;
    },
  };
}

const at = (list: ArrayLike<number>, index: number): number => list[index] ?? 0;
