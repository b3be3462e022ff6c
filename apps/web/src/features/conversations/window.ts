/** A list of rows of one height, and the part of the screen it may be seen in; lengths in px. */
export interface Viewport {
  /** Where the list begins, measured from the top of the screen. */
  top: number;
  screen: number;
  row: number;
  count: number;
}

/** How many rows beyond the screen are drawn as well. */
const beyond = 12;

/** Rows are drawn in steps of this many, so that not every pixel of scrolling renders again. */
const step = 8;

/** The first row to draw, and the one after the last. */
export function windowOf({ top, screen, row, count }: Viewport): readonly [from: number, to: number] {
  if (!(row > 0)) return [0, Math.min(count, 40)];
  const first = Math.floor(-top / row) - beyond;
  const last = Math.ceil((screen - top) / row) + beyond;
  const from = Math.min(Math.floor(first / step) * step, count - 1);
  return [Math.max(0, from), Math.max(0, Math.min(count, Math.ceil(last / step) * step))];
}
