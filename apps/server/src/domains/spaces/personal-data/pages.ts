import type { Queries } from '../../../platform/database/database.ts';
import { turnsConcerning } from '../store/person-in-turns.ts';

/** The segments of a turn may hold what each of its holders read. */
const turnsAtOnce = 50;

/** A person's turns in a space, in order. */
export const turnsWith = (db: Queries, userId: string, feed: number) =>
  paged((last?: { turn_id: string }) => turnsConcerning(db, userId, feed, last?.turn_id ?? '', turnsAtOnce));

/** The rows of all pages, of which only one is in memory. */
export async function* paged<Row>(pageAfter: (last?: Row) => Promise<Row[]>) {
  for (let page = await pageAfter(); page.length > 0; page = await pageAfter(page.at(-1))) yield* page;
}
