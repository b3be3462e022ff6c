import { expiringMap } from '../memory/expiring-map.ts';

/** Seconds. */
export const longestWait = 15 * 60;
/** Milliseconds without another attempt. */
export const forgottenAfter = 60 * 60 * 1000;
export const defaultFree = 5;

/** A wait that grows with every failure: 1 s from the fifth (or the `free`th) on, then doubling up to 15 minutes. */
export interface AttemptThrottle {
  /** Counts an attempt as failed until `reset`; resolves to the seconds to wait if it comes too early, else 0. */
  attempt(key: string): Promise<number>;
  /** Uncounts the attempt: nothing was tried. */
  cancel(key: string): Promise<void>;
  /** The attempt succeeded; resolves to the number of failures before it. */
  reset(key: string): Promise<number>;
}

/** For one process. Counting and deciding are one step: of simultaneous attempts, only the free ones pass. */
export function attemptThrottle(now: () => number, free = defaultFree, capacity = 200_000): AttemptThrottle {
  const tries = expiringMap<{ failures: number; notBefore: number }>(now, capacity);
  const known = (key: string) => tries.get(key) ?? { failures: 0, notBefore: 0 };

  return {
    async attempt(key) {
      const { failures: before, notBefore } = known(key);
      if (notBefore > now()) return Math.ceil((notBefore - now()) / 1000);
      const failures = before + 1;
      const wait = failures < free ? 0 : Math.min(longestWait, 2 ** (failures - free));
      tries.set(key, { failures, notBefore: now() + wait * 1000 }, now() + forgottenAfter);
      return 0;
    },
    async cancel(key) {
      const { failures } = known(key);
      tries.set(key, { failures: Math.max(0, failures - 1), notBefore: 0 }, now() + forgottenAfter);
    },
    async reset(key) {
      const { failures } = known(key);
      tries.delete(key);
      return Math.max(0, failures - 1);
    },
  };
}
