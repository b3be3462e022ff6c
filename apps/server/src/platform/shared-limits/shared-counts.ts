import { sql } from 'kysely';
import type { Queries } from '../database/database.ts';
import type { Counts } from '../limits/counts.ts';
import { hiddenKeys } from './hidden-keys.ts';

/** For all nodes of one PostgreSQL database. Keys are hidden: no address is stored. */
export function sharedCounts(db: Queries, now: () => number): Counts & { sweep(): Promise<void> } {
  const hidden = hiddenKeys(db, now);
  return {
    async add(key, by, milliseconds) {
      const at = now();
      // Also over if it would last longer than a whole window: the clock was ahead when it began.
      const isOver = sql`(known.ends_at <= ${at} or known.ends_at > ${at + milliseconds})`;
      const { rows } = await sql<{ count: number; ends_at: number }>`
        insert into shared_counts as known (key, count, ends_at)
        values (${await hidden(key)}, ${by}, ${at + milliseconds})
        on conflict (key) do update set
          count = case when ${isOver} then excluded.count else known.count + excluded.count end,
          ends_at = case when ${isOver} then excluded.ends_at else known.ends_at end
        returning count, ends_at`.execute(db);
      const { count = by, ends_at = at + milliseconds } = rows[0] ?? {};
      return { count, left: ends_at - at };
    },
    async sweep() {
      await db.deleteFrom('shared_counts').where('ends_at', '<=', now()).execute();
    },
  };
}
