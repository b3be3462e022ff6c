const day = 24 * 60 * 60 * 1000;

/** Reports of one person within a day. */
export const maxADay = 10;

/** Reports since then count. */
export const countsSince = (now: number) => now - day;

/** The milliseconds until one more report may be made, given when the last ones were made, newest first; 0: now. */
export function waitFor(made: readonly number[], now: number): number {
  const oldest = made[maxADay - 1];
  return oldest === undefined ? 0 : Math.max(1, oldest + day - now);
}
