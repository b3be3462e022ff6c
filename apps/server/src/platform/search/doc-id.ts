import { feedNumberOf, rowsPerFeed } from '../feed/feeds.ts';

/*
 * In the index of the embedded database a message has the id feed (21 bits) · month (12 bits) · number in the feed (30 bits).
 * So a feed is a range of ids, whose words are read without those of others, and within it a time is one as well.
 */
const monthShift = 30n;
const feedShift = 42n;
const lastMonth = 4_095;

/** The number of the month of an instant (milliseconds since 1970). */
export function monthOf(instant: number): number {
  const date = new Date(instant);
  const month = (date.getUTCFullYear() - 1970) * 12 + date.getUTCMonth();
  return Number.isNaN(month) ? lastMonth : Math.min(Math.max(month, 0), lastMonth);
}

/** The first instant of a month. */
export const monthStart = (month: number): number => Date.UTC(1970, month);

export const docIdOf = ({ row_id, created_at }: { row_id: number; created_at: number }): bigint =>
  docRange(Math.floor(row_id / rowsPerFeed), monthOf(created_at))[0] + BigInt(feedNumberOf(row_id));

/** The ids of a feed from the beginning of a month to the end of another one. */
export function docRange(feed: number, from: number, to: number = from): [first: bigint, last: bigint] {
  const start = (month: number) => (BigInt(feed) << feedShift) + (BigInt(month) << monthShift);
  return [start(from), start(to + 1) - 1n];
}

/** How far the number of the feed is shifted in an id, in bits. */
export const feedBits = Number(feedShift);

/** How many rows of a feed the ids have room for. */
export const mostRows = 2 ** 30;
