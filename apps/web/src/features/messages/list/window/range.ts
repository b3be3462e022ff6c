import type { RowHeights } from './row-heights.ts';

/** Neighbouring rows of a list: from `first` up to, but not including, `end`. */
export interface Range {
  first: number;
  end: number;
}

/** Where the reader is: pixels above the screen, and its height. */
export interface Screen {
  top: number;
  height: number;
}

/** Screens above and below the visible one: within the first distance rows are added, beyond the second removed. */
const ahead = 0.75;
const behind = 1.5;
/** How much may be added per frame on each side, in screens: a fast scroll does not wait for it. */
const growth = 0.3;

/** The rows within this many screens of the visible one. */
function around(rows: RowHeights, { top, height }: Screen, screens: number): Range {
  if (rows.count === 0) return { first: 0, end: 0 };
  const margin = screens * height;
  return { first: rows.indexAt(top - margin), end: rows.indexAt(top + height + margin) + 1 };
}

/** The last rows of a list, as many as fill the screen even if they turn out a little lower than estimated. */
export function tail(rows: RowHeights, height: number): Range {
  const { total, count } = rows;
  return { first: count === 0 ? 0 : rows.indexAt(total - 1.25 * height), end: count };
}

/**
 * One step from the rows on the page towards those that should be there: visible ones at once, the rest a little in
 * each frame. Returns the same object if nothing is left to do. While a text grows, nothing is removed.
 */
export function stepped(range: Range, rows: RowHeights, screen: Screen, isGrowing: boolean): Range {
  const seen = around(rows, screen, 0);
  const wanted = around(rows, screen, ahead);
  const retained = around(rows, screen, behind);
  const isApart = seen.end <= range.first || range.end <= seen.first;
  const there = isApart ? seen : union(range, seen);
  const grown = isApart || covers(range, seen) ? grow(there, wanted, rows, growth * screen.height) : there;
  const next = isGrowing ? grown : intersection(grown, retained);
  return next.first === range.first && next.end === range.end ? range : next;
}

function grow({ first, end }: Range, wanted: Range, rows: RowHeights, budget: number): Range {
  let above = first;
  for (let left = budget; above > wanted.first && left > 0; left -= rows.heightOf(above)) above--;
  let below = end;
  for (let left = budget; below < wanted.end && left > 0; left -= rows.heightOf(below - 1)) below++;
  return { first: above, end: below };
}

const covers = (whole: Range, part: Range) => whole.first <= part.first && part.end <= whole.end;
const union = (one: Range, other: Range): Range => ({
  first: Math.min(one.first, other.first),
  end: Math.max(one.end, other.end),
});
const intersection = (one: Range, other: Range): Range => ({
  first: Math.max(one.first, other.first),
  end: Math.min(one.end, other.end),
});
