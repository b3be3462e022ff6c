import type { Challenge, Solution } from 'altcha-lib/types';
import { scriptUrl } from '../../../lib/page/script-url.ts';
import type { Work, WorkerReply } from './worker.ts';
import workerUrl from './worker.ts?worker&url';

/** Solves a challenge in a few workers beside the page. Returns the value for X-Challenge-Token. */
export async function solve(challenge: Challenge, signal: AbortSignal): Promise<string> {
  const count = Math.min(4, navigator.hardwareConcurrency || 2);
  const workers = Array.from({ length: count }, () => new Worker(scriptUrl(workerUrl), { type: 'module' }));
  try {
    const solution = await Promise.race([
      aborted(signal),
      ...workers.map((worker, first) => solutionFrom(worker, { challenge, first, step: count })),
    ]);
    return btoa(JSON.stringify({ challenge, solution }));
  } finally {
    for (const worker of workers) worker.terminate();
  }
}

function solutionFrom(worker: Worker, work: Work): Promise<Solution> {
  return new Promise((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<WorkerReply>) =>
      data ? resolve(data) : reject(new Error('The challenge took too long.')),
    );
    worker.addEventListener('error', (event) => reject(new Error(event.message || 'The worker failed.')));
    worker.postMessage(work);
  });
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) return reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}
