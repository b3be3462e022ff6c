import { scriptUrl } from '../../../lib/page/script-url.ts';
import type { HasDrawn, ToDraw } from './redraw-worker.ts';
import workerUrl from './redraw-worker.ts?worker&url';
import type { Drawing, Redrawn } from './redrawn.ts';

/** Milliseconds after the last picture until the worker is ended and its memory freed. */
const patience = 30_000;

let worker: Worker | undefined;
let resting: ReturnType<typeof setTimeout> | undefined;
let count = 0;
const waiting = new Map<number, { done(drawn: Redrawn): void; failed(error: Error): void }>();

/** The drawing code did not load: this says nothing about the picture. */
export class Unreachable extends Error {}

/** Redraws a picture in a worker. Rejects when it cannot be decoded, and with `Unreachable`. */
export function redraw(file: Blob, drawing: Drawing): Promise<Redrawn> {
  clearTimeout(resting);
  const id = ++count;
  return new Promise((done, failed) => {
    waiting.set(id, { done, failed });
    theWorker().postMessage({ id, file, drawing } satisfies ToDraw);
  });
}

function theWorker(): Worker {
  if (worker) return worker;
  worker = new Worker(scriptUrl(workerUrl), { type: 'module' });
  worker.addEventListener('message', ({ data: { id, drawn } }: MessageEvent<HasDrawn>) => {
    if (drawn) waiting.get(id)?.done(drawn);
    else waiting.get(id)?.failed(new Error('The picture could not be decoded.'));
    waiting.delete(id);
    if (waiting.size === 0) resting = setTimeout(() => end(), patience);
  });
  // Its code could not be fetched, which a plain event reports; or it ran out of memory.
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
