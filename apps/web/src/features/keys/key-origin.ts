import { originOf } from './endpoint.ts';

/** Evidence of where a key belongs. */
export interface Evidence {
  /** The record beside the entries. */
  record: string | null;
  /** The endpoint the key is stored with now. */
  endpoint: string;
  /** Where it was seen before. */
  known: readonly string[];
}

/**
 * The origin a key belongs to; null when nothing says so. Without a record it belongs where it was seen before; a key
 * never seen belongs where it is now. A record that is not an origin is returned as it is, and matches none.
 */
export function keyOrigin({ record, endpoint, known }: Evidence): string | null {
  const here = originOf(endpoint);
  if (record === null) return here === null || !known.includes(here) ? (known[0] ?? here) : here;
  return record;
}
