/** A map whose values expire and that holds at most `capacity` of them: the oldest is dropped first. */
export interface ExpiringMap<Value> {
  get(key: string): Value | undefined;
  /** `until`: a time on the given clock. */
  set(key: string, value: Value, until: number): void;
  delete(key: string): void;
  size(): number;
}

export function expiringMap<Value>(now: () => number, capacity: number): ExpiringMap<Value> {
  const entries = new Map<string, { value: Value; until: number }>();

  // Checks two old entries for each new one, so that expired values do not pile up and no timer is needed.
  function dropExpired() {
    let left = 2;
    for (const [key, { until }] of entries) {
      if (left === 0 || until > now()) return;
      entries.delete(key);
      left -= 1;
    }
  }

  return {
    get(key) {
      const found = entries.get(key);
      return found && found.until > now() ? found.value : undefined;
    },
    set(key, value, until) {
      entries.delete(key);
      dropExpired();
      if (entries.size >= capacity) entries.delete(entries.keys().next().value as string);
      entries.set(key, { value, until });
    },
    delete: (key) => void entries.delete(key),
    size: () => entries.size,
  };
}
