import { setTimeout as wait } from 'node:timers/promises';
import type { Database } from '../database/database.ts';
import { backoff, maxAttempts, maxLost, steps } from './backoff.ts';
import type { JobQueue } from './queue.ts';

interface Attempt {
  jobId: string;
  /** Starts at 1. */
  attempt: number;
  /** Aborted when this attempt's time is up, or when the process stops before long work is done. */
  signal: AbortSignal;
}

/**
 * Does one job of a kind; if it throws, it is tried again. It may run twice: a process can die after doing it and
 * before recording it.
 */
export type JobHandler = (payload: unknown, attempt: Attempt) => Promise<void>;

/**
 * Work that may take long: it has its own slots, so that short jobs do not wait for it, and its lease is renewed. When
 * the process stops, it is aborted, and another process starts it again, unless it `mustFinish`.
 */
export interface LongWork {
  work: JobHandler;
  /** The time limit of an attempt (milliseconds). */
  time: number;
  /** How many run at the same time in one process. */
  concurrency: number;
  mustFinish?: boolean;
}

export interface RunnerDeps {
  database: Database;
  queue: JobQueue;
  /** By kind. Other kinds of jobs are left for a newer version. */
  handlers: Record<string, JobHandler | LongWork>;
  /** Milliseconds since 1970. */
  now: () => number;
  log: (message: string) => void;
}

export interface JobRunner {
  /** Starts running jobs as they become due. */
  start(): void;
  /** Runs everything that is due now; resolves when done. */
  runDue(): Promise<void>;
  /** Starts nothing new; resolves when running jobs are done. */
  stop(): Promise<void>;
}

/** How many short jobs run at the same time in one process. */
const concurrency = 4;
/** How often to poll for retries and for jobs of other processes (milliseconds). */
const pollEvery = 1_000;
/** The limit of a short attempt; the lease outlives it, so that no other node starts before this one has ended. */
const attemptTime = 60_000;
const leaseTime = 90_000;
/** How long a stopping process waits for aborted work to clean up (milliseconds). */
const cleanupTime = 5_000;
/** How often the lease of long work is renewed (milliseconds). */
const renewEvery = 30_000;

/** How often to repair times that no correct clock could have set (milliseconds). */
const repairEvery = 60_000;
/** How far apart two nodes' clocks may be before one treats the other's times as wrong (milliseconds). */
const tolerance = 60_000;

/** Kinds of jobs that share a number of slots in this process. */
interface Pool {
  kinds: string[];
  concurrency: number;
  running: Set<Promise<void>>;
}

/** Until when the job is ours; changes with each renewal. */
interface Lease {
  until: number;
}

export function jobRunner({ database, queue, handlers, now, log }: RunnerDeps): JobRunner {
  const { db } = database;
  const long = new Map(
    Object.entries(handlers).flatMap(([kind, handler]) =>
      typeof handler === 'function' ? [] : [[kind, handler] as const],
    ),
  );
  const pools: Pool[] = [
    { kinds: Object.keys(handlers).filter((kind) => !long.has(kind)), concurrency, running: new Set() },
    ...[...long].map(([kind, { concurrency }]) => ({
      kinds: [kind],
      concurrency,
      running: new Set<Promise<void>>(),
    })),
  ];
  // Jobs that this process is working on.
  const ours = new Set<string>();
  const running = () => pools.flatMap((pool) => [...pool.running]);
  const stopping = new AbortController();
  let polling: Promise<void> | undefined;
  let isWoken = false;
  let isStopped = false;
  const timers: NodeJS.Timeout[] = [];
  let stopListening = () => {};

  /** Polls for due jobs, and once more if requested meanwhile; never twice at the same time. */
  function wake(): Promise<void> {
    isWoken = true;
    polling ??= (async () => {
      try {
        while (isWoken && !isStopped) {
          isWoken = false;
          for (const pool of pools) await startDue(pool);
        }
      } catch {
        // The database is unavailable and has logged it; the next poll tries again.
      } finally {
        polling = undefined;
      }
    })();
    return polling;
  }

  /**
   * After a clock was set back, jobs may be due and leases may end hours from now: treats those jobs as due, and those
   * leases as ended.
   */
  async function repairTimes() {
    const at = now();
    const jobs = db
      .updateTable('jobs')
      .$if(ours.size > 0, (query) => query.where('job_id', 'not in', [...ours]));
    await jobs
      .set({ due_at: at })
      .where((row) =>
        row.or([
          row.and([row('attempts', '=', 0), row('created_at', '>', at + tolerance), row('due_at', '>', at)]),
          ...Array.from({ length: steps }, (_, before) => before + 1).map((attempt) =>
            row.and([
              row('attempts', attempt === steps ? '>=' : '=', attempt),
              row('due_at', '>', at + backoff(attempt) + tolerance),
            ]),
          ),
        ]),
      )
      .execute();
    await jobs
      .set({ leased_until: null })
      .where('leased_until', '>', at + leaseTime + tolerance)
      .execute();
  }

  const repairAndWake = () =>
    repairTimes()
      .catch(() => {
        // The database is unavailable and has logged it.
      })
      .then(wake);

  async function startDue({ kinds, concurrency, running }: Pool) {
    const free = concurrency - running.size;
    if (free <= 0 || kinds.length === 0) return;
    const due = await db
      .selectFrom('jobs')
      .select(['job_id', 'kind', 'payload', 'attempts', 'leased_until', 'last_error'])
      .where('kind', 'in', kinds)
      .where('due_at', '<=', now())
      .where((row) => row.or([row('leased_until', 'is', null), row('leased_until', '<=', now())]))
      .orderBy('due_at')
      .limit(free)
      .execute();
    for (const { job_id, kind, payload, attempts, leased_until, last_error } of due) {
      // A failure frees the lease: the process died.
      const isLost = leased_until !== null;
      const lease = await acquireLease(job_id, attempts, isLost);
      if (lease === undefined) continue;
      if (isLost && last_error === null && attempts >= maxLost) {
        await giveUp(job_id, kind, attempts, lease, 'the process ended during it');
        isWoken = true;
        continue;
      }
      ours.add(job_id);
      const work = attempt(job_id, kind, payload, attempts + 1, lease).finally(() => {
        ours.delete(job_id);
        running.delete(work);
        // The next job takes its slot.
        void wake();
      });
      running.add(work);
    }
  }

  /**
   * Returns a lease, or undefined if another node was quicker: only one can count the attempt. Of an attempt that was
   * lost, no error remains.
   */
  async function acquireLease(jobId: string, attempts: number, isLost: boolean): Promise<Lease | undefined> {
    const until = now() + leaseTime;
    const { numUpdatedRows } = await db
      .updateTable('jobs')
      .set({ leased_until: until, attempts: attempts + 1, ...(isLost && { last_error: null }) })
      .where('job_id', '=', jobId)
      .where('attempts', '=', attempts)
      .executeTakeFirstOrThrow();
    return numUpdatedRows === 1n ? { until } : undefined;
  }

  async function attempt(jobId: string, kind: string, payload: string, attempt: number, lease: Lease) {
    const handler = handlers[kind];
    const work = typeof handler === 'function' ? handler : handler?.work;
    const { time: limit, mustFinish } = long.get(kind) ?? { time: attemptTime, mustFinish: true };
    const time = new AbortController();
    const end = setTimeout(() => time.abort(tooSlow()), limit).unref();
    const renewal = long.has(kind)
      ? setInterval(
          () => void renew(jobId, lease).then((isOurs) => isOurs || time.abort()),
          renewEvery,
        ).unref()
      : undefined;
    const signal = mustFinish ? time.signal : AbortSignal.any([time.signal, stopping.signal]);
    const working = Promise.resolve().then(() => work?.(JSON.parse(payload), { jobId, attempt, signal }));
    try {
      await Promise.race([working, aborted(signal)]);
    } catch (error) {
      if (stopping.signal.aborted && !mustFinish) {
        await Promise.race([working.catch(() => {}), wait(cleanupTime, undefined, { ref: false })]);
        return await releaseLease(jobId, lease).catch(leaseRunsOut);
      }
      return await failed(jobId, kind, attempt, lease, error).catch(leaseRunsOut);
    } finally {
      clearTimeout(end);
      clearInterval(renewal);
    }
    await done(jobId, lease).catch(leaseRunsOut);
  }

  /** False if this process no longer has the lease. */
  async function renew(jobId: string, lease: Lease): Promise<boolean> {
    const until = now() + leaseTime;
    const { numUpdatedRows } = await db
      .updateTable('jobs')
      .set({ leased_until: until })
      .where('job_id', '=', jobId)
      .where('leased_until', '=', lease.until)
      .executeTakeFirstOrThrow()
      // The database is briefly unavailable: the next renewal shows whether the job is still ours.
      .catch(() => ({ numUpdatedRows: undefined }));
    if (numUpdatedRows === 1n) lease.until = until;
    return numUpdatedRows !== 0n;
  }

  async function releaseLease(jobId: string, { until }: Lease) {
    await db
      .updateTable('jobs')
      .set({ leased_until: null })
      .where('job_id', '=', jobId)
      .where('leased_until', '=', until)
      .execute();
  }

  async function done(jobId: string, { until }: Lease) {
    await db.deleteFrom('jobs').where('job_id', '=', jobId).where('leased_until', '=', until).execute();
  }

  async function giveUp(jobId: string, kind: string, attempts: number, lease: Lease, why: string) {
    log(`job ${jobId} (${kind}) is given up after ${attempts} attempts: ${why}`);
    await done(jobId, lease);
  }

  async function failed(jobId: string, kind: string, attempt: number, lease: Lease, error: unknown) {
    if (attempt >= maxAttempts) return await giveUp(jobId, kind, attempt, lease, reason(error));
    const pause = backoff(attempt);
    log(`job ${jobId} (${kind}) failed at attempt ${attempt}, again in ${pause / 1000} s: ${reason(error)}`);
    await db
      .updateTable('jobs')
      .set({ leased_until: null, due_at: now() + pause, last_error: String(error).slice(0, 500) })
      .where('job_id', '=', jobId)
      .where('leased_until', '=', lease.until)
      .execute();
  }

  return {
    start() {
      stopListening = queue.onAdded(() => void wake());
      timers.push(setInterval(wake, pollEvery).unref(), setInterval(repairAndWake, repairEvery).unref());
      void repairAndWake();
    },
    async runDue() {
      await repairTimes();
      do {
        await wake();
        await Promise.all(running());
      } while (polling || running().length > 0);
    },
    async stop() {
      isStopped = true;
      stopListening();
      for (const timer of timers) clearInterval(timer);
      stopping.abort();
      await polling;
      await Promise.all(running());
    },
  };
}

/** The job stays leased until the lease expires, and then runs again. */
function leaseRunsOut() {}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

function tooSlow(): Error {
  return Object.assign(new Error('It took too long.'), { code: 'too-slow' });
}

/** A reason that is safe to log: an error's message may quote the payload. */
function reason(error: unknown): string {
  if (!(error instanceof Error)) return 'it threw no error';
  const { code } = error as NodeJS.ErrnoException;
  return code === undefined ? error.name : `${error.name} ${code}`;
}
