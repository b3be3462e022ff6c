import type { Selectable } from 'kysely';
import type { Queries } from '../../../platform/database/database.ts';
import type { Tables } from '../../../platform/database/tables.ts';
import type { RequestRow } from './request-store.ts';

export type FriendshipRow = Selectable<Tables['friendships']>;

/** Friendships, on the database or in a transaction. */
export function friendshipStore(db: Queries) {
  const friendshipsOf = (userId: string) =>
    db
      .selectFrom('friendships')
      .where((row) => row.or([row('low_id', '=', userId), row('high_id', '=', userId)]));

  return {
    of: (userId: string): Promise<FriendshipRow[]> => friendshipsOf(userId).selectAll().execute(),

    /** Between a person and these others, of whom there is at least one. */
    between(userId: string, others: readonly string[]): Promise<FriendshipRow[]> {
      return db
        .selectFrom('friendships')
        .selectAll()
        .where((row) =>
          row.or([
            row('low_id', '=', userId).and('high_id', 'in', others),
            row('high_id', '=', userId).and('low_id', 'in', others),
          ]),
        )
        .execute();
    },

    async count(userId: string): Promise<number> {
      const { count } = await friendshipsOf(userId)
        .select((row) => row.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow();
      return count;
    },

    fromRequest(requestId: string): Promise<FriendshipRow | undefined> {
      return db.selectFrom('friendships').selectAll().where('request_id', '=', requestId).executeTakeFirst();
    },

    async begin({ from_id, to_id, request_id }: RequestRow, since: number): Promise<void> {
      await db
        .insertInto('friendships')
        .values({ ...pair(from_id, to_id), since, asked_by: from_id, request_id })
        .execute();
    },

    async end(one: string, other: string): Promise<boolean> {
      const { low_id, high_id } = pair(one, other);
      const { numDeletedRows } = await db
        .deleteFrom('friendships')
        .where('low_id', '=', low_id)
        .where('high_id', '=', high_id)
        .executeTakeFirstOrThrow();
      return numDeletedRows === 1n;
    },

    async forget(userId: string): Promise<void> {
      await db
        .deleteFrom('friendships')
        .where((row) => row.or([row('low_id', '=', userId), row('high_id', '=', userId)]))
        .execute();
    },
  };
}

/** Two people in the order in which friendships are stored. */
function pair(one: string, other: string) {
  return one < other ? { low_id: one, high_id: other } : { low_id: other, high_id: one };
}
