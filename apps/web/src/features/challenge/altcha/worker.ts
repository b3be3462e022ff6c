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
export type Found = Solution | null;

self.addEventListener('message', async ({ data }: MessageEvent<Work>) => {
  const { challenge, first, step } = data;
  const solution = await solveChallenge({ challenge, counterStart: first, counterStep: step, deriveKey });
  self.postMessage(solution satisfies Found);
});
// What is thrown in there is a rejection, which nobody outside a worker hears of.
self.addEventListener('unhandledrejection', ({ reason }) => {
  throw reason;
});
