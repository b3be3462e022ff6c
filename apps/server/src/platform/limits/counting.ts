import { type AttemptThrottle, attemptThrottle } from './attempt-throttle.ts';
import { type Counts, memoryCounts } from './counts.ts';

/** Counts calls and failures against limits that hold for all nodes together. */
export interface Counting {
  counts: Counts;
  attemptThrottle(free?: number): AttemptThrottle;
}

/** The embedded database has one process. */
export const ownCounting = (steady: () => number): Counting => ({
  counts: memoryCounts(steady),
  attemptThrottle: (free) => attemptThrottle(steady, free),
});
