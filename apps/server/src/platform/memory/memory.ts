/** Remembers things for a while, and never more than `capacity` of them: the oldest goes first. */
export interface Memory<Value> {
  recall(key: string): Value | undefined;
  /** Until when, by the clock it was given. */
  keep(key: string, value: Value, until: number): void;
  forget(key: string): void;
  size(): number;
}

export function memory<Value>(now: () => number, capacity: number): Memory<Value> {
  const entries = new Map<string, { value: Value; until: number }>();

  // Two for each one that comes: what has expired is gone long before it adds up, without a timer.
  function dropExpired() {
    let left = 2;
    for (const [key, { until }] of entries) {
      if (left === 0 || until > now()) return;
      entries.delete(key);
      left -= 1;
    }
  }

  return {
    recall(key) {
      const found = entries.get(key);
      return found && found.until > now() ? found.value : undefined;
    },
    keep(key, value, until) {
      entries.delete(key);
      dropExpired();
      if (entries.size >= capacity) entries.delete(entries.keys().next().value as string);
      entries.set(key, { value, until });
    },
    forget: (key) => void entries.delete(key),
    size: () => entries.size,
  };
}
