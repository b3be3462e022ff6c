import { memory } from '../memory/memory.ts';

/** A window of time in which something is counted. */
interface Counted {
  /** Everything counted in it so far. */
  count: number;
  /** Milliseconds until it ends. */
  left: number;
}

/** Counts in windows. Counting and reading are one step: simultaneous calls cannot slip through together. */
export interface Counts {
  /** Adds to a window of so many milliseconds, which begins with what is counted first. */
  add(key: string, by: number, milliseconds: number): Counted | Promise<Counted>;
}

/** For one process, in its memory. */
export function memoryCounts(now: () => number, capacity = 100_000): Counts & { size(): number } {
  const windows = memory<{ count: number; endsAt: number }>(now, capacity);
  return {
    add(key, by, milliseconds) {
      const known = windows.recall(key);
      const window = known ?? { count: 0, endsAt: now() + milliseconds };
      if (!known) windows.keep(key, window, window.endsAt);
      window.count += by;
      return { count: window.count, left: window.endsAt - now() };
    },
    size: windows.size,
  };
}
