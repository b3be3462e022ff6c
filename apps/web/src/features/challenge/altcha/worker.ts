import { solveChallenge } from 'altcha-lib';
import type { Challenge, Solution } from 'altcha-lib/types';
import { deriveKey } from './derive-key.ts';

/** One worker tries every `step`th guess, beginning with `first`. */
export interface Work {
  challenge: Challenge;
  first: number;
  step: number;
}

/** What it found; null when it took too long. */
export type WorkerReply = Solution | null;

self.addEventListener('message', async ({ data }: MessageEvent<Work>) => {
  const { challenge, first, step } = data;
  const solution = await solveChallenge({ challenge, counterStart: first, counterStep: step, deriveKey });
  self.postMessage(solution satisfies WorkerReply);
});
// An error in there is a rejection, which is never reported outside a worker.
self.addEventListener('unhandledrejection', ({ reason }) => {
  throw reason;
});
