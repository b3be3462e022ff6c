import { type ExpiringMap, expiringMap } from '../memory/expiring-map.ts';

/** The state of a window of time. */
interface Counted {
  /** The sum in it so far. */
  count: number;
  /** Milliseconds until it ends. */
  left: number;
}

/** Counts in windows. Counting and reading are one step: simultaneous calls cannot slip through together. */
export interface Counts {
  /** Adds to a window of so many milliseconds, which begins with its first addition. */
  add(key: string, by: number, milliseconds: number): Counted | Promise<Counted>;
}

/** For one process, in its memory. `capacity`: windows of each length. */
export function memoryCounts(now: () => number, capacity = 100_000): Counts & { size(): number } {
  type Windows = ExpiringMap<{ count: number; endsAt: number }>;
  // Each length has its own: a map forgets what ends first only if that was also added first.
  const byLength = new Map<number, Windows>();
  return {
    add(key, by, milliseconds) {
      const windows: Windows = byLength.get(milliseconds) ?? expiringMap(now, capacity);
      byLength.set(milliseconds, windows);
      const known = windows.get(key);
      const window = known ?? { count: 0, endsAt: now() + milliseconds };
      if (!known) windows.set(key, window, window.endsAt);
      window.count += by;
      return { count: window.count, left: window.endsAt - now() };
    },
    size: () => [...byLength.values()].reduce((sum, { size }) => sum + size(), 0),
  };
}
