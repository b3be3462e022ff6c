import { hostOf, originOf } from './endpoint.ts';

/** What tells where a key belongs. */
export interface Evidence {
  /** The record beside the entries; before it held an origin, it held a host. */
  record: string | null;
  /** Where the key stands now. */
  endpoint: string;
  /** Where it was seen before. */
  known: readonly string[];
}

/**
 * The origin a key belongs to; null when nothing says so. Without a record it stays where it was seen, and what was
 * never seen belongs where it stands. A bare host that fits no origin is given back as it is, and is none.
 */
export function keyOrigin({ record, endpoint, known }: Evidence): string | null {
  const here = originOf(endpoint);
  if (record === null) return here === null || !known.includes(here) ? (known[0] ?? here) : here;
  if (originOf(record)) return record;
  return [here, ...known].find((origin) => origin !== null && hostOf(origin) === record) ?? record;
}
