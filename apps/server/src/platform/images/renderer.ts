import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { noRoom } from '../files/full.ts';
import { refuse } from '../http/refuse.ts';
import { type Patience, turns } from './turns.ts';
import { type Fault, maxPixels, type Outcome, patience, type Rendered, type Work } from './work.ts';

export interface Renderer {
  /**
   * Reads a picture and writes its renderings, in a separate process: one at a time, taking turns by `asker`. Refuses a
   * picture that is invalid, damaged or too large, or when too many wait; then no renderings are left.
   */
  render(work: Work, asker: string): Promise<Rendered>;
  close(): Promise<void>;
}

export interface RendererOptions {
  waiting?: Patience;
  /** The idle time after which the process ends and frees its memory (milliseconds). */
  idle?: number;
  /** The time limit for one picture (milliseconds). */
  longest?: number;
  /** The program that the process runs. */
  program?: URL;
}

const renderProcess = new URL('./render-process.ts', import.meta.url);

/** Renders people's pictures in a process that can crash or run out of memory without affecting any answer. */
export function renderer({
  waiting = { each: 12, all: 100 },
  idle = 10_000,
  longest = (2 * patience + 5) * 1000,
  program = renderProcess,
}: RendererOptions = {}): Renderer {
  const line = turns(waiting);
  const begun = new WeakSet<ChildProcess>();
  let child: ChildProcess | undefined;
  let resting: NodeJS.Timeout | undefined;
  let isClosed = false;

  function started(): ChildProcess {
    if (child?.connected && child.exitCode === null && child.signalCode === null) return child;
    const fresh = fork(program, {
      // Without our secrets. One arena, so that freed memory goes back to the system.
      env: { MALLOC_ARENA_MAX: '1', VIPS_BLOCK_UNTRUSTED: '1' },
      execArgv: ['--max-semi-space-size=1'],
      stdio: 'ignore',
    });
    fresh.once('message', () => begun.add(fresh));
    // The idle process keeps nothing alive.
    fresh.unref();
    fresh.channel?.unref();
    child = fresh;
    return fresh;
  }

  function end() {
    clearTimeout(resting);
    child?.kill('SIGKILL');
    child = undefined;
  }

  async function outcomeOf(work: Work): Promise<Outcome> {
    if (isClosed) return { fault: 'stopping' };
    clearTimeout(resting);
    const process = started();
    const over = new AbortController();
    process.ref();
    process.channel?.ref();
    const hurry = setTimeout(() => over.abort(), longest);
    try {
      const answer = answerOf(process, over.signal);
      process.send(work, () => {});
      const outcome = await answer;
      if (outcome !== 'ended') return outcome;
      if (isClosed) return { fault: 'stopping' };
      // A crash was caused by the picture or, before the first answer, by the installation.
      return begun.has(process) ? { fault: 'unreadable' } : { mistake: neverBegan };
    } finally {
      clearTimeout(hurry);
      process.unref();
      process.channel?.unref();
      if (over.signal.aborted) end();
      resting = setTimeout(end, idle).unref();
    }
  }

  return {
    async render(work, asker) {
      const outcome = await (line.take(asker, () => outcomeOf(work)) ?? tooManyWait());
      if ('rendered' in outcome) return outcome.rendered;
      for (const { path } of work.renderings) await rm(path, { force: true });
      if ('mistake' in outcome) throw new Error(outcome.mistake);
      return sayNo(outcome.fault);
    },
    async close() {
      isClosed = true;
      const last = child;
      end();
      if (last && last.exitCode === null && last.signalCode === null) await once(last, 'exit');
    },
  };
}

const neverBegan = 'The process that renders pictures ended before it started work.';

/** The answer of the process, unless it ends without one. */
function answerOf(process: ChildProcess, over: AbortSignal): Promise<Outcome | 'ended'> {
  return new Promise((resolve) => {
    const heard = (said: unknown) => said !== 'ready' && settle(said as Outcome);
    const ended = () => settle('ended');
    const late = () => settle({ fault: 'too-slow' });
    const failed = (error: Error) => settle({ mistake: `The process did not start: ${error.message}` });
    function settle(outcome: Outcome | 'ended') {
      process.off('message', heard);
      process.off('exit', ended);
      process.off('error', failed);
      over.removeEventListener('abort', late);
      resolve(outcome);
    }
    process.on('message', heard);
    process.on('exit', ended);
    process.on('error', failed);
    over.addEventListener('abort', late);
  });
}

function tooManyWait(): never {
  return later('The server has too many pictures to process. Please try again in a moment.');
}

const later = (sentence: string) => refuse('busy', sentence, { 'retry-after': '5' });

function sayNo(fault: Fault): never {
  switch (fault) {
    case 'unreadable':
      return refuse(
        'wrong-file-type',
        'This picture cannot be read. Please choose a PNG, JPEG, WebP, GIF or AVIF.',
      );
    case 'too-many-pixels': {
      const millions = maxPixels.jpeg / 1_000_000;
      return refuse(
        'too-large',
        `This picture has more than ${millions} million pixels. Please choose a smaller one.`,
      );
    }
    case 'too-many-for-format':
      return refuse(
        'too-large',
        'This picture has more pixels than we can read in its format. Please choose a smaller one, or a JPEG.',
      );
    case 'too-slow':
      return refuse('too-large', 'This picture takes too long to read. Please choose a simpler one.');
    case 'no-room':
      return noRoom();
    case 'stopping':
      return later('The server is stopping. Please try again in a moment.');
  }
}
