import type { Recording } from './recorder.ts';
import { quantile, sum } from './statistics.ts';

/** One frame of a 60 Hz display, in milliseconds. */
export const frameLength = 1000 / 60;

/** How evenly frames came: the time from one to the next, and the share of them that never came. */
export interface Smoothness {
  p95: number;
  p99: number;
  /** Percent. */
  dropped: number;
}

/** Of all frames of a reply, or of those after `from` (ms of the page's clock). */
export function smoothness({ frames }: Pick<Recording, 'frames'>, from = 0): Smoothness {
  const asked = frames.filter(({ began }) => began >= from);
  const gaps = neighbours(asked.map(({ began }) => began));
  // the display's own clock steps in whole frames, so that a late callback is not taken for a lost frame
  const steps = neighbours(asked.map(({ tick }) => tick)).map((gap) =>
    Math.max(1, Math.round(gap / frameLength)),
  );
  return {
    p95: quantile(gaps, 0.95),
    p99: quantile(gaps, 0.99),
    dropped: (100 * (sum(steps) - steps.length)) / sum(steps),
  };
}

const neighbours = (times: readonly number[]) =>
  times.slice(1).map((time, before) => time - (times[before] ?? time));
