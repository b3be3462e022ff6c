import type { Queries } from '../../../platform/database/database.ts';
import type { MemberRow } from '../store/member-store.ts';
import { membershipStore } from '../store/membership-store.ts';
import { turnsConcerning } from '../store/person-in-turns.ts';

const membershipsAtOnce = 200;
/** The segments of a turn may hold what each of its holders read. */
const turnsAtOnce = 50;

/** A person's turns in a space, in order. */
export const turnsWith = (db: Queries, userId: string, feed: number) =>
  paged((last?: { turn_id: string }) => turnsConcerning(db, userId, feed, last?.turn_id ?? '', turnsAtOnce));

/** All of a person's memberships, including past ones. */
export const membershipsOf = (db: Queries, userId: string) =>
  paged((last?: MemberRow) => membershipStore(db).every(userId, membershipsAtOnce, last?.space_id));

/** The rows of all pages, of which only one is in memory. */
export async function* paged<Row>(pageAfter: (last?: Row) => Promise<Row[]>) {
  for (let page = await pageAfter(); page.length > 0; page = await pageAfter(page.at(-1))) yield* page;
}
