/** Remembers values for a while, at most `capacity` of them: the oldest goes first. */
export interface Memory<Value> {
  recall(key: string): Value | undefined;
  /** `until`: a time on the given clock. */
  keep(key: string, value: Value, until: number): void;
  forget(key: string): void;
  size(): number;
}

export function memory<Value>(now: () => number, capacity: number): Memory<Value> {
  const entries = new Map<string, { value: Value; until: number }>();

  // Checks two old ones for each new one, so that expired values do not pile up, without a timer.
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
