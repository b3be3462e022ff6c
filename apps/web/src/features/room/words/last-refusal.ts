import type { PostRow, Turn } from '@polylogue/contract';
import { utcDay } from '@polylogue/sync/turns';

type Segment = Turn['segments'][number];
type Reasons = readonly (string | null | undefined)[];

/** What a provider told a lender's browser holds for whoever asks it next. */
const forEveryone: Reasons = ['key', 'credit', 'limit', 'model'];

/** What concerns one question alone says nothing about the next. */
const forAsker: Reasons = [...forEveryone, 'hour', 'used-up', 'not-allowed'];

/**
 * Why a lender's browser did not answer the last question that it was asked, by the reader, or by anyone where that
 * concerns the reader too; null: it did, or its lend has changed since.
 * @param lentAt milliseconds since 1970, as `now`
 */
export function lastRefusal(
  rows: readonly PostRow[],
  me: string,
  lender: string,
  lentAt: number,
  now: number,
): Segment | null {
  let hasAnswered = false;
  for (const { turn, by_id, created_at } of rows.toReversed()) {
    const last = turn?.segments.findLast(({ holder_id }) => holder_id === lender);
    if (!last) continue;
    if (lentAt > created_at) return null;
    const isMine = by_id === me;
    const because = last.because === 'declined' ? last.declined : last.because;
    const isOver = last.declined === 'used-up' && utcDay(created_at) !== utcDay(now);
    // Others are not told the end of a long limit: it might be over.
    const isEndless = !isMine && because === 'limit' && last.until === undefined;
    const isStale = isOver || isEndless || (hasAnswered && forEveryone.includes(because));
    if (!isStale && (isMine ? forAsker : forEveryone).includes(because)) return last;
    if (isMine) return null;
    hasAnswered ||= because === 'ended' || because === 'length';
  }
  return null;
}
