import { memory } from '../memory/memory.ts';

/** Seconds. */
export const longestWait = 15 * 60;
/** Milliseconds without another attempt. */
export const forgottenAfter = 60 * 60 * 1000;
export const usuallyFree = 5;

/** A wait that grows with every failure: 1 s from the fifth (or the `free`th) on, then doubling up to 15 minutes. */
export interface Patience {
  /** Counts an attempt as failed until it is forgiven; resolves to the seconds to wait if it comes too early, else 0. */
  attempt(key: string): Promise<number>;
  /** Does not count the attempt: nothing was tried. */
  takeBack(key: string): Promise<void>;
  /** The attempt succeeded; resolves to the number of failures before it. */
  forgive(key: string): Promise<number>;
}

/** For one process. Counting and deciding are one step: of simultaneous attempts, only the free ones pass. */
export function patience(now: () => number, free = usuallyFree, capacity = 200_000): Patience {
  const tries = memory<{ failures: number; notBefore: number }>(now, capacity);
  const known = (key: string) => tries.recall(key) ?? { failures: 0, notBefore: 0 };

  return {
    async attempt(key) {
      const { failures: before, notBefore } = known(key);
      if (notBefore > now()) return Math.ceil((notBefore - now()) / 1000);
      const failures = before + 1;
      const wait = failures < free ? 0 : Math.min(longestWait, 2 ** (failures - free));
      tries.keep(key, { failures, notBefore: now() + wait * 1000 }, now() + forgottenAfter);
      return 0;
    },
    async takeBack(key) {
      const { failures } = known(key);
      tries.keep(key, { failures: Math.max(0, failures - 1), notBefore: 0 }, now() + forgottenAfter);
    },
    async forgive(key) {
      const { failures } = known(key);
      tries.forget(key);
      return Math.max(0, failures - 1);
    },
  };
}
