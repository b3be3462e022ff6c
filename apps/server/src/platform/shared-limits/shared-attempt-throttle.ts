import { sql } from 'kysely';
import type { Queries } from '../database/database.ts';
import {
  type AttemptThrottle,
  defaultFree,
  forgottenAfter,
  longestWait,
} from '../limits/attempt-throttle.ts';
import { hiddenKeys } from './hidden-keys.ts';

/** For all nodes of one PostgreSQL database. Keys are hidden: no address is stored. */
export function sharedAttemptThrottle(
  db: Queries,
  now: () => number,
  free = defaultFree,
): AttemptThrottle & { sweep(): Promise<void> } {
  const hidden = hiddenKeys(db, now);
  /** Milliseconds; the wait never exceeds 15 minutes, so larger powers of two need not be computed. */
  const waitAfter = (failures: ReturnType<typeof sql>) =>
    sql`case when ${failures} < ${free} then 0 else least(${longestWait}, 2 ^ least(${failures} - ${free}, 20)) * 1000 end`;

  return {
    async attempt(key) {
      const at = now();
      // Also forgotten if it would last longer than allowed: the clock was ahead when it began.
      const isForgotten = sql`(known.forgotten_at <= ${at} or known.forgotten_at > ${at + forgottenAfter})`;
      const failures = sql`(case when ${isForgotten} then 0 else known.failures end + 1)`;
      const { rows } = await sql`
        insert into failed_attempts as known (key, failures, not_before, forgotten_at)
        values (${await hidden(key)}, 1, ${at} + ${waitAfter(sql`1`)}, ${at + forgottenAfter})
        on conflict (key) do update set
          failures = ${failures},
          not_before = ${at} + ${waitAfter(failures)},
          forgotten_at = excluded.forgotten_at
        where known.not_before <= ${at} or known.not_before > ${at + longestWait * 1000}
        returning key`.execute(db);
      if (rows.length > 0) return 0;
      const row = await db
        .selectFrom('failed_attempts')
        .select('not_before')
        .where('key', '=', await hidden(key))
        .executeTakeFirst();
      // At least one: it was too early when it was counted.
      return Math.max(1, Math.ceil(((row?.not_before ?? 0) - at) / 1000));
    },
    async cancel(key) {
      await db
        .updateTable('failed_attempts')
        .set((row) => ({ failures: sql`greatest(0, ${row.ref('failures')} - 1)`, not_before: 0 }))
        .where('key', '=', await hidden(key))
        .execute();
    },
    async reset(key) {
      const row = await db
        .deleteFrom('failed_attempts')
        .where('key', '=', await hidden(key))
        .returning(['failures', 'forgotten_at'])
        .executeTakeFirst();
      return row && row.forgotten_at > now() ? Math.max(0, row.failures - 1) : 0;
    },
    async sweep() {
      await db.deleteFrom('failed_attempts').where('forgotten_at', '<=', now()).execute();
    },
  };
}
