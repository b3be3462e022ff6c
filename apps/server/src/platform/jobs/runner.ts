import type { Database } from '../database/database.ts';
import { backoff, mostAttempts } from './backoff.ts';
import type { JobQueue } from './queue.ts';

interface Attempt {
  jobId: string;
  /** The first is 1. */
  attempt: number;
  /** Aborted when the time for this attempt is over. */
  signal: AbortSignal;
}

/**
 * Does one job of a kind; when it throws, it is tried again. It may run twice: a process can die between doing it and
 * saying so.
 */
export type JobHandler = (payload: unknown, attempt: Attempt) => Promise<void>;

export interface RunnerDeps {
  database: Database;
  queue: JobQueue;
  /** By kind. Jobs of other kinds are left for a newer version. */
  handlers: Record<string, JobHandler>;
  /** Milliseconds since 1970. */
  now: () => number;
  log: (message: string) => void;
}

export interface JobRunner {
  /** Begins to run what is due, and what becomes due. */
  start(): void;
  /** Runs everything that is due now, and resolves when it is done. */
  runDue(): Promise<void>;
  /** Begins nothing new; resolves when what runs is done. */
  stop(): Promise<void>;
}

/** Side by side in one process. */
const atOnce = 4;
/** Jobs of other processes, and retries, are looked for so often. */
const pollEvery = 1_000;
/** An attempt may take so long; the lease outlives it, so that no other node begins before this one has ended. */
const attemptTime = 60_000;
const leaseTime = 90_000;

export function jobRunner({ database, queue, handlers, now, log }: RunnerDeps): JobRunner {
  const { db } = database;
  const kinds = Object.keys(handlers);
  const running = new Set<Promise<void>>();
  let looking: Promise<void> | undefined;
  let isWoken = false;
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  let stopListening = () => {};

  /** Looks for due jobs, and once more if somebody asked meanwhile; one look at a time. */
  function wake(): Promise<void> {
    isWoken = true;
    looking ??= (async () => {
      try {
        while (isWoken && !isStopped) {
          isWoken = false;
          await takeSome();
        }
      } catch {
        // The database is away and has said so; the next poll tries again.
      } finally {
        looking = undefined;
      }
    })();
    return looking;
  }

  async function takeSome() {
    const room = atOnce - running.size;
    if (room <= 0 || kinds.length === 0) return;
    const due = await db
      .selectFrom('jobs')
      .select(['job_id', 'kind', 'payload', 'attempts'])
      .where('kind', 'in', kinds)
      .where('due_at', '<=', now())
      .where((row) => row.or([row('leased_until', 'is', null), row('leased_until', '<=', now())]))
      .orderBy('due_at')
      .limit(room)
      .execute();
    for (const { job_id, kind, payload, attempts } of due) {
      const lease = await take(job_id, attempts);
      if (lease === undefined) continue;
      const work = attempt(job_id, kind, payload, attempts + 1, lease).finally(() => {
        running.delete(work);
        // The next one, whose room this was.
        void wake();
      });
      running.add(work);
    }
  }

  /** Ours until the returned instant, or undefined when another node was faster: only one can count the attempt. */
  async function take(jobId: string, attempts: number): Promise<number | undefined> {
    const lease = now() + leaseTime;
    const { numUpdatedRows } = await db
      .updateTable('jobs')
      .set({ leased_until: lease, attempts: attempts + 1 })
      .where('job_id', '=', jobId)
      .where('attempts', '=', attempts)
      .executeTakeFirstOrThrow();
    return numUpdatedRows === 1n ? lease : undefined;
  }

  async function attempt(jobId: string, kind: string, payload: string, attempt: number, lease: number) {
    const time = new AbortController();
    const end = setTimeout(() => time.abort(), attemptTime).unref();
    try {
      const told = { jobId, attempt, signal: time.signal };
      const work = Promise.resolve().then(() => handlers[kind]?.(JSON.parse(payload), told));
      await Promise.race([work, aborted(time.signal)]);
    } catch (error) {
      return await failed(jobId, kind, attempt, lease, error).catch(leaseRunsOut);
    } finally {
      clearTimeout(end);
    }
    await done(jobId, lease).catch(leaseRunsOut);
  }

  async function done(jobId: string, lease: number) {
    await db.deleteFrom('jobs').where('job_id', '=', jobId).where('leased_until', '=', lease).execute();
  }

  async function failed(jobId: string, kind: string, attempt: number, lease: number, error: unknown) {
    if (attempt >= mostAttempts) {
      log(`job ${jobId} (${kind}) is given up after ${attempt} attempts: ${reason(error)}`);
      return await done(jobId, lease);
    }
    const pause = backoff(attempt);
    log(`job ${jobId} (${kind}) failed at attempt ${attempt}, again in ${pause / 1000} s: ${reason(error)}`);
    await db
      .updateTable('jobs')
      .set({ leased_until: null, due_at: now() + pause, last_error: String(error).slice(0, 500) })
      .where('job_id', '=', jobId)
      .where('leased_until', '=', lease)
      .execute();
  }

  return {
    start() {
      stopListening = queue.onAdded(() => void wake());
      timer = setInterval(wake, pollEvery).unref();
      void wake();
    },
    async runDue() {
      do {
        await wake();
        await Promise.all(running);
      } while (looking || running.size > 0);
    },
    async stop() {
      isStopped = true;
      stopListening();
      clearInterval(timer);
      await looking;
      await Promise.all(running);
    },
  };
}

/** The job stays ours until its lease runs out, and is then run again. */
function leaseRunsOut() {}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener(
      'abort',
      () => reject(Object.assign(new Error('It took too long.'), { code: 'too-slow' })),
      { once: true },
    );
  });
}

/** What may stand in a log: an error's sentence may quote the payload. */
function reason(error: unknown): string {
  if (!(error instanceof Error)) return 'it threw no error';
  const { code } = error as NodeJS.ErrnoException;
  return code === undefined ? error.name : `${error.name} ${code}`;
}
