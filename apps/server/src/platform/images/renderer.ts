import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { noRoom } from '../files/full.ts';
import { refuse } from '../http/refuse.ts';
import { fairQueue, type QueueLimits } from './fair-queue.ts';
import {
  maxPixels,
  type Rendered,
  type RenderFaultCode,
  type RenderJob,
  type RenderOutcome,
  renderTimeout,
} from './render-job.ts';

export interface Renderer {
  /**
   * Reads a picture and writes its renderings, in a separate process: one at a time, taking turns by `requester`. Refuses a
   * picture that is invalid, damaged or too large, or when too many wait; then no renderings are left.
   */
  render(work: RenderJob, requester: string): Promise<Rendered>;
  close(): Promise<void>;
}

export interface RendererOptions {
  queueLimits?: QueueLimits;
  /** The idle time after which the process ends and frees its memory (milliseconds). */
  idle?: number;
  /** The time limit for one picture (milliseconds). */
  timeout?: number;
  /** The program that the process runs. */
  program?: URL;
}

const renderProcess = new URL('./render-process.ts', import.meta.url);

/** Renders people's pictures in a process that can crash or run out of memory without affecting any answer. */
export function renderer({
  queueLimits = { perRequester: 12, total: 100 },
  idle = 10_000,
  timeout = (2 * renderTimeout + 5) * 1000,
  program = renderProcess,
}: RendererOptions = {}): Renderer {
  const queue = fairQueue(queueLimits);
  const ready = new WeakSet<ChildProcess>();
  let child: ChildProcess | undefined;
  let idleTimer: NodeJS.Timeout | undefined;
  let isClosed = false;

  function started(): ChildProcess {
    if (child?.connected && child.exitCode === null && child.signalCode === null) return child;
    const fresh = fork(program, {
      // Without our secrets. One arena, so that freed memory goes back to the system.
      env: { MALLOC_ARENA_MAX: '1', VIPS_BLOCK_UNTRUSTED: '1' },
      execArgv: ['--max-semi-space-size=1'],
      stdio: 'ignore',
    });
    fresh.once('message', () => ready.add(fresh));
    // An idle child must not keep this process alive.
    fresh.unref();
    fresh.channel?.unref();
    child = fresh;
    return fresh;
  }

  function end() {
    clearTimeout(idleTimer);
    child?.kill('SIGKILL');
    child = undefined;
  }

  async function outcomeOf(work: RenderJob): Promise<RenderOutcome> {
    if (isClosed) return { fault: 'stopping' };
    clearTimeout(idleTimer);
    const process = started();
    const timedOut = new AbortController();
    process.ref();
    process.channel?.ref();
    const timer = setTimeout(() => timedOut.abort(), timeout);
    try {
      const answer = answerOf(process, timedOut.signal);
      process.send(work, () => {});
      const outcome = await answer;
      if (outcome !== 'ended') return outcome;
      if (isClosed) return { fault: 'stopping' };
      // A crash was caused by the picture or, before the first answer, by the installation.
      return ready.has(process) ? { fault: 'unreadable' } : { mistake: neverReady };
    } finally {
      clearTimeout(timer);
      process.unref();
      process.channel?.unref();
      if (timedOut.signal.aborted) end();
      idleTimer = setTimeout(end, idle).unref();
    }
  }

  return {
    async render(work, requester) {
      const outcome = await (queue.run(requester, () => outcomeOf(work)) ?? tooManyWait());
      if ('rendered' in outcome) return outcome.rendered;
      for (const { path } of work.renderings) await rm(path, { force: true });
      if ('mistake' in outcome) throw new Error(outcome.mistake);
      return refuseFor(outcome.fault);
    },
    async close() {
      isClosed = true;
      const last = child;
      end();
      if (last && last.exitCode === null && last.signalCode === null) await once(last, 'exit');
    },
  };
}

const neverReady = 'The process that renders pictures ended before it started work.';

/** The answer of the process, unless it ends without one. */
function answerOf(process: ChildProcess, over: AbortSignal): Promise<RenderOutcome | 'ended'> {
  return new Promise((resolve) => {
    const onMessage = (message: unknown) => message !== 'ready' && settle(message as RenderOutcome);
    const ended = () => settle('ended');
    const late = () => settle({ fault: 'too-slow' });
    const failed = (error: Error) => settle({ mistake: `The process did not start: ${error.message}` });
    function settle(outcome: RenderOutcome | 'ended') {
      process.off('message', onMessage);
      process.off('exit', ended);
      process.off('error', failed);
      over.removeEventListener('abort', late);
      resolve(outcome);
    }
    process.on('message', onMessage);
    process.on('exit', ended);
    process.on('error', failed);
    over.addEventListener('abort', late);
  });
}

function tooManyWait(): never {
  return refuseForNow('The server has too many pictures to process. Try again in a moment.');
}

const refuseForNow = (sentence: string) => refuse('busy', sentence, { 'retry-after': '5' });

function refuseFor(fault: RenderFaultCode): never {
  switch (fault) {
    case 'unreadable':
      return refuse('wrong-file-type', 'This picture cannot be read. Choose a PNG, JPEG, WebP, GIF or AVIF.');
    case 'too-many-pixels': {
      const millions = maxPixels.jpeg / 1_000_000;
      return refuse(
        'too-large',
        `This picture has more than ${millions} million pixels. Choose a smaller one.`,
      );
    }
    case 'too-many-for-format':
      return refuse(
        'too-large',
        'This picture has more pixels than can be read in its format. Choose a smaller one, or a JPEG.',
      );
    case 'too-slow':
      return refuse('too-large', 'This picture takes too long to read. Choose a simpler one.');
    case 'no-room':
      return noRoom();
    case 'stopping':
      return refuseForNow('The server is stopping. Try again in a moment.');
  }
}
