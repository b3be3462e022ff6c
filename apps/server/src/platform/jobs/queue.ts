import type { Database, Queries } from '../database/database.ts';
import { newId } from '../database/id.ts';

interface Due {
  /** Milliseconds since 1970; now unless given. */
  dueAt?: number;
  /** A job with this id that is still there stays the only one. */
  id?: string;
}

export interface JobQueue {
  /**
   * Adds a job: on a transaction it exists exactly when that is committed. The payload is JSON and is never logged.
   * Returns the job's id.
   */
  add(queries: Queries, kind: string, payload: unknown, due?: Due): Promise<string>;
  /** Calls `listener` whenever this process has added a job, once it is committed. Returns a way to stop that. */
  onAdded(listener: () => void): () => void;
}

/** What is still to be done, in a table: it outlives the process. */
export function jobQueue(database: Database, now: () => number): JobQueue {
  const listeners = new Set<() => void>();
  return {
    async add(queries, kind, payload, { dueAt = now(), id = newId() } = {}) {
      await queries
        .insertInto('jobs')
        .values({
          job_id: id,
          kind,
          payload: JSON.stringify(payload),
          due_at: dueAt,
          attempts: 0,
          created_at: now(),
        })
        .onConflict((conflict) => conflict.column('job_id').doNothing())
        .execute();
      database.afterCommit(() => {
        for (const listener of listeners) listener();
      });
      return id;
    },
    onAdded(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
