import { sql } from 'kysely';
import type { Queries } from '../database/database.ts';
import { backoff, steps } from './backoff.ts';

/** How long a lease lasts (milliseconds): longer than a short attempt, so that no other node starts before that has ended. */
const leaseTime = 90_000;
/** How far apart two nodes' clocks may be before one treats the other's times as wrong (milliseconds). */
const tolerance = 60_000;

/** Until when the job is ours (milliseconds since 1970); changes with each renewal. */
export interface Lease {
  until: number;
}

/** The rows of jobs, for those who do them. Times are in milliseconds since 1970. */
export function jobStore(db: Queries) {
  const leased = (jobId: string, { until }: Lease) =>
    db.updateTable('jobs').where('job_id', '=', jobId).where('leased_until', '=', until);

  return {
    /** `ours`: what this process is working on. When its clock jumps forward, those leases seem to have ended. */
    due: (kinds: readonly string[], at: number, limit: number, ours: readonly string[]) =>
      db
        .selectFrom('jobs')
        .select(['job_id', 'kind', 'payload', 'attempts', 'leased_until', 'last_error'])
        .where('kind', 'in', kinds)
        .$if(ours.length > 0, (query) => query.where('job_id', 'not in', ours))
        .where('due_at', '<=', at)
        .where((row) => row.or([row('leased_until', 'is', null), row('leased_until', '<=', at)]))
        .orderBy('due_at')
        .limit(limit)
        .execute(),

    /**
     * Returns a lease, or undefined if another node was quicker: only one can count the attempt. Of an attempt that was
     * lost, no error remains.
     */
    async lease(jobId: string, attempts: number, isLost: boolean, at: number): Promise<Lease | undefined> {
      const until = at + leaseTime;
      const { numUpdatedRows } = await db
        .updateTable('jobs')
        .set({ leased_until: until, attempts: attempts + 1, ...(isLost && { last_error: null }) })
        .where('job_id', '=', jobId)
        .where('attempts', '=', attempts)
        .executeTakeFirstOrThrow();
      return numUpdatedRows === 1n ? { until } : undefined;
    },

    /** False if this process no longer has the lease. */
    async renew(jobId: string, lease: Lease, at: number): Promise<boolean> {
      const until = at + leaseTime;
      const { numUpdatedRows } = await leased(jobId, lease)
        .set({ leased_until: until })
        .executeTakeFirstOrThrow();
      if (numUpdatedRows === 1n) lease.until = until;
      return numUpdatedRows === 1n;
    },

    /** Of an attempt that was not one: the process was stopped. */
    async release(jobId: string, lease: Lease): Promise<void> {
      await leased(jobId, lease)
        .set((row) => ({ leased_until: null, attempts: row('attempts', '-', 1) }))
        .execute();
    },

    async postpone(jobId: string, lease: Lease, dueAt: number, error: string): Promise<void> {
      await leased(jobId, lease).set({ leased_until: null, due_at: dueAt, last_error: error }).execute();
    },

    async remove(jobId: string, { until }: Lease): Promise<void> {
      await db.deleteFrom('jobs').where('job_id', '=', jobId).where('leased_until', '=', until).execute();
    },

    /**
     * After a clock was set back, jobs may be due and leases may end hours from now: treats those jobs as due, unless they
     * were to wait, and those leases as ended, except for those that this process is working on.
     */
    async repairTimes(at: number, ours: readonly string[]): Promise<void> {
      const jobs = db
        .updateTable('jobs')
        .$if(ours.length > 0, (query) => query.where('job_id', 'not in', ours));
      await jobs
        // One that waits on purpose, such as for a day in which something can be undone, waits as long as before.
        .set({ due_at: sql`${at} + due_at - created_at`, created_at: at })
        .where('attempts', '=', 0)
        .where('created_at', '>', at + tolerance)
        .where('due_at', '>', at)
        .execute();
      await jobs
        .set({ due_at: at })
        .where((row) =>
          row.or(
            Array.from({ length: steps }, (_, before) => before + 1).map((attempt) =>
              row.and([
                row('attempts', attempt === steps ? '>=' : '=', attempt),
                row('due_at', '>', at + backoff(attempt) + tolerance),
              ]),
            ),
          ),
        )
        .execute();
      await jobs
        .set({ leased_until: null })
        .where('leased_until', '>', at + leaseTime + tolerance)
        .execute();
    },
  };
}
export type JobStore = ReturnType<typeof jobStore>;
