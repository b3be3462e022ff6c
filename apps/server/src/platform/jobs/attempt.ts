import { setTimeout as wait } from 'node:timers/promises';
import { backoff, maxAttempts } from './backoff.ts';
import type { JobStore, Lease } from './store.ts';

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

/** The limit of a short attempt (milliseconds). */
const attemptTime = 60_000;
/** How long a stopping process waits for aborted work to clean up (milliseconds). */
const cleanupTime = 5_000;
/** How often the lease of long work is renewed (milliseconds). */
const renewEvery = 30_000;

/** A job that this process has leased. */
export interface LeasedJob {
  jobId: string;
  kind: string;
  /** JSON. */
  payload: string;
  /** This one included. */
  attempts: number;
  lease: Lease;
}

export interface AttemptContext {
  store: JobStore;
  /** Aborted when the process stops. */
  stopping: AbortSignal;
  /** Milliseconds since 1970. */
  now: () => number;
  log: (message: string) => void;
}

/** Does a job once, and records what became of it. Never throws: what cannot be recorded runs again once its lease is over. */
export async function attempt(
  { store, stopping, now, log }: AttemptContext,
  handler: JobHandler | LongWork,
  { jobId, kind, payload, attempts, lease }: LeasedJob,
): Promise<void> {
  const long = typeof handler === 'function' ? undefined : handler;
  const work = typeof handler === 'function' ? handler : handler.work;
  const isAborted = long !== undefined && !long.mustFinish;
  const time = new AbortController();
  const end = setTimeout(() => time.abort(tooSlow()), long?.time ?? attemptTime).unref();
  const renew = () =>
    store
      .renew(jobId, lease, now())
      // The database is briefly unavailable: the next renewal shows whether the job is still ours.
      .catch(() => true)
      .then((isOurs) => isOurs || time.abort());
  const renewal = long && setInterval(() => void renew(), renewEvery).unref();
  const signal = isAborted ? AbortSignal.any([time.signal, stopping]) : time.signal;
  const working = Promise.resolve().then(() =>
    work(JSON.parse(payload), { jobId, attempt: attempts, signal }),
  );
  try {
    await Promise.race([working, aborted(signal)]);
  } catch (error) {
    if (stopping.aborted && isAborted) {
      await Promise.race([working.catch(() => {}), wait(cleanupTime, undefined, { ref: false })]);
      return await store.release(jobId, lease).catch(leaseRunsOut);
    }
    return await failed(error).catch(leaseRunsOut);
  } finally {
    clearTimeout(end);
    clearInterval(renewal);
  }
  await store.remove(jobId, lease).catch(leaseRunsOut);

  async function failed(error: unknown) {
    if (attempts >= maxAttempts) {
      log(givenUp({ jobId, kind, attempts }, reason(error)));
      return await store.remove(jobId, lease);
    }
    const pause = backoff(attempts);
    log(`job ${jobId} (${kind}) failed at attempt ${attempts}, again in ${pause / 1000} s: ${reason(error)}`);
    await store.postpone(jobId, lease, now() + pause, String(error).slice(0, 500));
  }
}

/** The message for a job that is tried no more. */
export const givenUp = (
  { jobId, kind, attempts }: Pick<LeasedJob, 'jobId' | 'kind' | 'attempts'>,
  why: string,
): string => `job ${jobId} (${kind}) is given up after ${attempts} attempts: ${why}`;

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
