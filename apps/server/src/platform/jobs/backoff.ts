const second = 1_000;
const halfAnHour = 30 * 60 * second;

/** How often a job is tried before giving up: with the pauses below, for nearly four days. */
export const maxAttempts = 200;

/** After how many attempts a job is given up whose process died during the last ones: it may be the job that ends it. */
export const maxLost = 10;

/** From this attempt on, the pause stays the same. */
export const steps = 12;

/** How long to wait after the given attempt, the first being 1 (milliseconds). */
export function backoff(attempt: number): number {
  return Math.min(second * 2 ** (attempt - 1), halfAnHour);
}
