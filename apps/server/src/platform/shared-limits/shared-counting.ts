import type { Queries } from '../database/database.ts';
import type { Counting } from '../limits/counting.ts';
import { sharedAttemptThrottle } from './shared-attempt-throttle.ts';
import { sharedCounts } from './shared-counts.ts';

/** Through PostgreSQL, so that changing nodes gains nothing. */
export function sharedCounting(db: Queries, now: () => number): Counting & { sweep(): Promise<void> } {
  const counts = sharedCounts(db, now);
  return {
    counts,
    attemptThrottle: (free) => sharedAttemptThrottle(db, now, free),
    async sweep() {
      await counts.sweep();
      await sharedAttemptThrottle(db, now).sweep();
    },
  };
}
