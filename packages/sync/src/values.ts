/** How many keys and items a JSON value has, those within included; beyond `most`, only that it is more. */
export function countValues(value: unknown, most = Number.POSITIVE_INFINITY): number {
  if (typeof value !== 'object' || value === null) return 0;
  let count = 0;
  for (const name in value) {
    count += 1 + countValues((value as Record<string, unknown>)[name], most - count - 1);
    if (count > most) break;
  }
  return count;
}

/** The value with its first keys and items, so many that all together are at most `most`. */
export function cutValues<Value>(value: Value, most: number): Value {
  if (countValues(value, most) <= most) return value;
  let left = most;
  function cut(part: unknown): unknown {
    if (typeof part !== 'object' || part === null) return part;
    const kept: [string, unknown][] = [];
    for (const name in part) {
      if (left === 0) break;
      left -= 1;
      kept.push([name, cut((part as Record<string, unknown>)[name])]);
    }
    return Array.isArray(part) ? kept.map(([, item]) => item) : Object.fromEntries(kept);
  }
  return cut(value) as Value;
}
