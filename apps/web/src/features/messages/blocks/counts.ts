import { work } from '@polylogue/markdown';

/**
 * How much work the renderer has done since the page was opened, for the bench and the tests that limit it.
 * Counting is one addition each, cheap enough to be always on.
 */
export const counts = {
  get lines() {
    return work.lines;
  },
  inlined: 0,
  rendered: 0,
  formulas: 0,
};

declare global {
  var polylogueCounts: typeof counts | undefined;
}
globalThis.polylogueCounts = counts;
