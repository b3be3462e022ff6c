import type { Queries } from '../database/database.ts';
import type { Counting } from '../limits/counting.ts';
import { sharedCounts } from './shared-counts.ts';
import { sharedPatience } from './shared-patience.ts';

/** Through PostgreSQL, so that nobody gains by changing nodes. */
export function sharedCounting(db: Queries, now: () => number): Counting & { sweep(): Promise<void> } {
  const counts = sharedCounts(db, now);
  return {
    counts,
    patience: (free) => sharedPatience(db, now, free),
    async sweep() {
      await counts.sweep();
      await sharedPatience(db, now).sweep();
    },
  };
}
