import type { PostRow, Turn } from '@polylogue/contract';
import { utcDay } from '@polylogue/sync/turns';

type Segment = Turn['segments'][number];

/** What concerns one question alone says nothing about the next. */
const lasting: readonly (string | null | undefined)[] = [
  'key',
  'credit',
  'limit',
  'hour',
  'used-up',
  'not-allowed',
];

/**
 * How a lender's browser refused the last question that it was asked by the reader; null: it did not, or its lend has
 * changed since.
 * @param lentAt milliseconds since 1970, as `now`
 */
export function lastRefusal(
  rows: readonly PostRow[],
  me: string,
  lender: string,
  lentAt: number,
  now: number,
): Segment | null {
  const row = rows.findLast(
    ({ by_id, turn }) => by_id === me && turn?.segments.some(({ holder_id }) => holder_id === lender),
  );
  const last = row?.turn?.segments.findLast(({ holder_id }) => holder_id === lender);
  if (!row || !last || lentAt > row.created_at) return null;
  if (last.declined === 'used-up' && utcDay(row.created_at) !== utcDay(now)) return null;
  return lasting.includes(last.because === 'declined' ? last.declined : last.because) ? last : null;
}
