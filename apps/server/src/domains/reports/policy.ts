const day = 24 * 60 * 60 * 1000;

/** A person's reports per day. */
export const maxADay = 10;

/** Reports made since this time count. */
export const countsSince = (now: number) => now - day;

/** How long until another report may be made, given the times of the last ones, newest first (milliseconds); 0: now. */
export function waitFor(made: readonly number[], now: number): number {
  const oldest = made[maxADay - 1];
  return oldest === undefined ? 0 : Math.max(1, oldest + day - now);
}
