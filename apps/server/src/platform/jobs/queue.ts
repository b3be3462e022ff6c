import { newId } from '@polylogue/sync';
import type { Database, Queries } from '../database/database.ts';

interface JobOptions {
  /** Milliseconds since 1970; now unless given. */
  dueAt?: number;
  /** If a job with this id already exists, no other is added. */
  id?: string;
  /** A hash of the person it concerns, by which `forget` finds it. */
  about?: string;
}

export interface JobQueue {
  /**
   * Adds a job; in a transaction, it exists exactly if that commits. The payload is JSON and is never logged. Returns
   * the job's id.
   */
  add(queries: Queries, kind: string, payload: unknown, due?: JobOptions): Promise<string>;
  /** Removes the jobs that concern any of these; a running one still finishes. */
  forget(queries: Queries, about: readonly string[]): Promise<void>;
  /** Calls `listener` whenever this process has added a job and it is committed. Returns a function that stops this. */
  onAdded(listener: () => void): () => void;
}

/** Pending work in a table, where it outlives the process. */
export function jobQueue(database: Database, now: () => number): JobQueue {
  const listeners = new Set<() => void>();
  return {
    async add(queries, kind, payload, { dueAt = now(), id = newId(), about } = {}) {
      await queries
        .insertInto('jobs')
        .values({
          job_id: id,
          kind,
          about,
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
    async forget(queries, about) {
      if (about.length > 0) await queries.deleteFrom('jobs').where('about', 'in', about).execute();
    },
    onAdded(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
