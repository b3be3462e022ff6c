import { type Counts, memoryCounts } from './counts.ts';
import { type Patience, patience } from './patience.ts';

/** How calls and failures are counted against limits that hold for all nodes together. */
export interface Counting {
  counts: Counts;
  patience(free?: number): Patience;
}

/** The embedded database has one process. */
export const ownCounting = (steady: () => number): Counting => ({
  counts: memoryCounts(steady),
  patience: (free) => patience(steady, free),
});
