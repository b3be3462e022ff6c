import type { Database } from '../database/database.ts';
import { attempt, givenUp, type JobHandler, type LongWork } from './attempt.ts';
import { maxLost } from './backoff.ts';
import type { JobQueue } from './queue.ts';
import { jobStore } from './store.ts';

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
/** How often to repair times that no correct clock could have set (milliseconds). */
const repairEvery = 60_000;

/** Kinds of jobs that share a number of slots in this process. */
interface Pool {
  kinds: string[];
  concurrency: number;
  running: Set<Promise<void>>;
}

type Handlers = Record<string, JobHandler | LongWork>;

/** Does the jobs of some kinds as they become due, together with the other nodes. */
export function jobRunner({
  database,
  queue,
  handlers,
  now,
  log,
}: {
  database: Database;
  queue: JobQueue;
  /** By kind. Other kinds of jobs are left for a newer version. */
  handlers: Handlers;
  /** Milliseconds since 1970. */
  now: () => number;
  log: (message: string) => void;
}): JobRunner {
  const store = jobStore(database.db);
  const pools = poolsOf(handlers);
  // Jobs that this process is working on.
  const ours = new Set<string>();
  const running = () => pools.flatMap((pool) => [...pool.running]);
  const stop = new AbortController();
  const stopping = stop.signal;
  let polling: Promise<void> | undefined;
  let isWoken = false;

  /** Polls for due jobs, and once more if requested meanwhile; never twice at the same time. */
  function wake(): Promise<void> {
    isWoken = true;
    polling ??= (async () => {
      try {
        while (isWoken && !stopping.aborted) {
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

  const repairTimes = () => store.repairTimes(now(), [...ours]);

  const repairAndWake = () =>
    repairTimes()
      .catch(() => {
        // The database is unavailable and has logged it.
      })
      .then(wake);

  async function startDue(pool: Pool) {
    const free = pool.concurrency - pool.running.size;
    if (free <= 0 || pool.kinds.length === 0) return;
    const due = await store.due(pool.kinds, now(), free, [...ours]);
    for (const { job_id: jobId, kind, payload, ...row } of due) {
      // Stopped while it looked: what has not begun is left to the next process.
      if (stopping.aborted) return;
      // A failure frees the lease: the process died.
      const isLost = row.leased_until !== null;
      const lease = await store.lease(jobId, row.attempts, isLost, now());
      if (lease === undefined) continue;
      if (stopping.aborted) return await store.release(jobId, lease);
      if (isLost && row.last_error === null && row.attempts >= maxLost) {
        log(givenUp({ jobId, kind, attempts: row.attempts }, 'the process ended during it'));
        await store.remove(jobId, lease);
        isWoken = true;
        continue;
      }
      ours.add(jobId);
      const job = { jobId, kind, payload, attempts: row.attempts + 1, lease };
      const work = attempt({ store, stopping, now, log }, handlers[kind] as JobHandler, job).finally(() => {
        ours.delete(jobId);
        pool.running.delete(work);
        // The next job takes its slot.
        void wake();
      });
      pool.running.add(work);
    }
  }

  return {
    start() {
      const stopListening = queue.onAdded(() => void wake());
      const timers = [setInterval(wake, pollEvery), setInterval(repairAndWake, repairEvery)];
      for (const timer of timers) timer.unref();
      stopping.addEventListener('abort', () => {
        stopListening();
        for (const timer of timers) clearInterval(timer);
      });
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
      stop.abort();
      await polling;
      await Promise.all(running());
    },
  };
}

/** Short jobs share slots; long work has its own. */
function poolsOf(handlers: Handlers): Pool[] {
  const short: Pool = { kinds: [], concurrency, running: new Set() };
  const long: Pool[] = [];
  for (const [kind, handler] of Object.entries(handlers)) {
    if (typeof handler === 'function') short.kinds.push(kind);
    else long.push({ kinds: [kind], concurrency: handler.concurrency, running: new Set() });
  }
  return [short, ...long];
}
