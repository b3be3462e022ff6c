import { scriptUrl } from '../../lib/page/script-url.ts';
import type { DrawRequest, DrawResponse } from './redraw-worker.ts';
import workerUrl from './redraw-worker.ts?worker&url';
import type { Drawing, Redrawn } from './redrawn.ts';

/** Milliseconds after the last picture until the worker is ended and its memory freed. */
const idleTime = 30_000;

let worker: Worker | undefined;
let idleTimer: ReturnType<typeof setTimeout> | undefined;
let count = 0;
const waiting = new Map<number, { done(drawn: Redrawn): void; failed(error: Error): void }>();

/** The drawing code did not load; the picture is not at fault. */
export class Unreachable extends Error {}

/** Redraws a picture in a worker. Rejects when it cannot be decoded, and with `Unreachable`. */
export function redraw(file: Blob, drawing: Drawing): Promise<Redrawn> {
  clearTimeout(idleTimer);
  const id = ++count;
  return new Promise((done, failed) => {
    waiting.set(id, { done, failed });
    startedWorker().postMessage({ id, file, drawing } satisfies DrawRequest);
  });
}

function startedWorker(): Worker {
  if (worker) return worker;
  worker = new Worker(scriptUrl(workerUrl), { type: 'module' });
  worker.addEventListener('message', ({ data: { id, drawn } }: MessageEvent<DrawResponse>) => {
    if (drawn) waiting.get(id)?.done(drawn);
    else waiting.get(id)?.failed(new Error('The picture could not be decoded.'));
    waiting.delete(id);
    if (waiting.size === 0) idleTimer = setTimeout(() => end(), idleTime);
  });
  // A plain event means that its code could not be fetched; otherwise it ran out of memory.
  worker.addEventListener('error', (event) =>
    end(event instanceof ErrorEvent ? undefined : new Unreachable('The code that draws did not come.')),
  );
  return worker;
}

function end(because = new Error('The picture could not be drawn.')) {
  worker?.terminate();
  worker = undefined;
  for (const { failed } of waiting.values()) failed(because);
  waiting.clear();
}
