import type { Selectable } from 'kysely';
import type { Queries } from '../../platform/database/database.ts';
import type { Tables } from '../../platform/database/tables.ts';

export type RequestRow = Selectable<Tables['friend_requests']>;
export type FriendshipRow = Selectable<Tables['friendships']>;
export type BlockRow = Selectable<Tables['blocks']>;

/** Two people in the order in which friendships are stored. */
function pair(one: string, other: string) {
  return one < other ? { low_id: one, high_id: other } : { low_id: other, high_id: one };
}

/** Requests, friendships, links and blocks, on the database or in a transaction. */
export function friendStore(db: Queries) {
  const friendshipsOf = (userId: string) =>
    db
      .selectFrom('friendships')
      .where((row) => row.or([row('low_id', '=', userId), row('high_id', '=', userId)]));

  const incomingOf = (userId: string) =>
    db
      .selectFrom('friend_requests')
      .where('to_id', '=', userId)
      .where('declined_at', 'is', null)
      .where('withdrawn_at', 'is', null)
      .orderBy('reached_at', 'desc')
      .orderBy('request_id', 'desc');

  return {
    // One person's relations to many others; `others` is not empty.

    friendshipsWith(userId: string, others: readonly string[]): Promise<FriendshipRow[]> {
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

    requestsWith(userId: string, others: readonly string[]): Promise<RequestRow[]> {
      return db
        .selectFrom('friend_requests')
        .selectAll()
        .where((row) =>
          row.or([
            row('from_id', '=', userId).and('to_id', 'in', others),
            row('to_id', '=', userId).and('from_id', 'in', others),
          ]),
        )
        .execute();
    },

    blocksWith(userId: string, others: readonly string[]): Promise<BlockRow[]> {
      return db
        .selectFrom('blocks')
        .selectAll()
        .where((row) =>
          row.or([
            row('blocker_id', '=', userId).and('blocked_id', 'in', others),
            row('blocked_id', '=', userId).and('blocker_id', 'in', others),
          ]),
        )
        .execute();
    },

    // Requests.

    request(requestId: string): Promise<RequestRow | undefined> {
      return db
        .selectFrom('friend_requests')
        .selectAll()
        .where('request_id', '=', requestId)
        .executeTakeFirst();
    },

    /** Requests to the person, newest first. */
    incoming: (userId: string, offset: number, limit: number): Promise<RequestRow[]> =>
      incomingOf(userId).selectAll().offset(offset).limit(limit).execute(),

    /** How many there are, and the newest one's id. */
    async incomingSummary(userId: string): Promise<{ count: number; newest: string | null }> {
      const row = await incomingOf(userId)
        .select('request_id as newest')
        .select((row) => row.fn.countAll<number>().over().as('count'))
        .limit(1)
        .executeTakeFirst();
      return row ?? { count: 0, newest: null };
    },

    /** The requests that the person sent and has not taken back, newest first, declined or not. */
    sent(userId: string): Promise<RequestRow[]> {
      return db
        .selectFrom('friend_requests')
        .selectAll()
        .where('from_id', '=', userId)
        .where('withdrawn_at', 'is', null)
        .orderBy('sent_at', 'desc')
        .orderBy('request_id', 'desc')
        .execute();
    },

    async countSent(userId: string): Promise<number> {
      const { count } = await db
        .selectFrom('friend_requests')
        .select((row) => row.fn.countAll<number>().as('count'))
        .where('from_id', '=', userId)
        .where('withdrawn_at', 'is', null)
        .executeTakeFirstOrThrow();
      return count;
    },

    async addRequest(row: RequestRow): Promise<void> {
      await db.insertInto('friend_requests').values(row).execute();
    },

    async changeRequest(requestId: string, change: Partial<RequestRow>): Promise<void> {
      await db.updateTable('friend_requests').set(change).where('request_id', '=', requestId).execute();
    },

    /** Takes back these requests; those that were declined are remembered. */
    async withdraw(requestIds: readonly string[], at: number): Promise<void> {
      const these = () => db.deleteFrom('friend_requests').where('request_id', 'in', requestIds);
      await these().where('declined_at', 'is', null).execute();
      await db
        .updateTable('friend_requests')
        .set({ withdrawn_at: at })
        .where('request_id', 'in', requestIds)
        .where('withdrawn_at', 'is', null)
        .execute();
    },

    async removeRequests(requestIds: readonly string[]): Promise<void> {
      await db.deleteFrom('friend_requests').where('request_id', 'in', requestIds).execute();
    },

    // Friendships.

    friends: (userId: string): Promise<FriendshipRow[]> => friendshipsOf(userId).selectAll().execute(),

    async countFriends(userId: string): Promise<number> {
      const { count } = await friendshipsOf(userId)
        .select((row) => row.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow();
      return count;
    },

    friendshipOf(requestId: string): Promise<FriendshipRow | undefined> {
      return db.selectFrom('friendships').selectAll().where('request_id', '=', requestId).executeTakeFirst();
    },

    async befriend({ from_id, to_id, request_id }: RequestRow, since: number): Promise<void> {
      await db
        .insertInto('friendships')
        .values({ ...pair(from_id, to_id), since, asked_by: from_id, request_id })
        .execute();
    },

    async unfriend(one: string, other: string): Promise<boolean> {
      const { low_id, high_id } = pair(one, other);
      const { numDeletedRows } = await db
        .deleteFrom('friendships')
        .where('low_id', '=', low_id)
        .where('high_id', '=', high_id)
        .executeTakeFirstOrThrow();
      return numDeletedRows === 1n;
    },

    // Links.

    async link(userId: string): Promise<string | undefined> {
      const row = await db
        .selectFrom('friend_links')
        .select('code')
        .where('user_id', '=', userId)
        .executeTakeFirst();
      return row?.code;
    },

    /** A person's first link; an existing one stays. */
    async addLink(userId: string, code: string, at: number): Promise<void> {
      await db
        .insertInto('friend_links')
        .values({ user_id: userId, code, created_at: at })
        .onConflict((conflict) => conflict.column('user_id').doNothing())
        .execute();
    },

    async renewLink(userId: string, code: string, at: number): Promise<void> {
      await db
        .insertInto('friend_links')
        .values({ user_id: userId, code, created_at: at })
        .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ code, created_at: at }))
        .execute();
    },

    async linkOwner(code: string): Promise<string | undefined> {
      const row = await db
        .selectFrom('friend_links')
        .select('user_id')
        .where('code', '=', code)
        .executeTakeFirst();
      return row?.user_id;
    },

    // Blocks.

    async countBlocks(blocker: string): Promise<number> {
      const { count } = await db
        .selectFrom('blocks')
        .select((row) => row.fn.countAll<number>().as('count'))
        .where('blocker_id', '=', blocker)
        .executeTakeFirstOrThrow();
      return count;
    },

    async block(row: BlockRow): Promise<void> {
      await db
        .insertInto('blocks')
        .values(row)
        .onConflict((conflict) => conflict.columns(['blocker_id', 'blocked_id']).doNothing())
        .execute();
    },

    async unblock(blocker: string, blocked: string): Promise<boolean> {
      const { numDeletedRows } = await db
        .deleteFrom('blocks')
        .where('blocker_id', '=', blocker)
        .where('blocked_id', '=', blocked)
        .executeTakeFirstOrThrow();
      return numDeletedRows === 1n;
    },

    /** The people this person has blocked, newest first, except those they could not see and who block them now. */
    blocked(userId: string): Promise<BlockRow[]> {
      return db
        .selectFrom('blocks as mine')
        .leftJoin('blocks as theirs', (join) =>
          join
            .onRef('theirs.blocker_id', '=', 'mine.blocked_id')
            .onRef('theirs.blocked_id', '=', 'mine.blocker_id'),
        )
        .selectAll('mine')
        .where('mine.blocker_id', '=', userId)
        .where((row) => row.or([row('mine.was_seen', '=', true), row('theirs.blocker_id', 'is', null)]))
        .orderBy('mine.blocked_at', 'desc')
        .orderBy('mine.blocked_id', 'desc')
        .execute();
    },

    /** Deletes everything about this person's relations. */
    async forget(userId: string): Promise<void> {
      await db
        .deleteFrom('friendships')
        .where((row) => row.or([row('low_id', '=', userId), row('high_id', '=', userId)]))
        .execute();
      await db
        .deleteFrom('friend_requests')
        .where((row) => row.or([row('from_id', '=', userId), row('to_id', '=', userId)]))
        .execute();
      await db
        .deleteFrom('blocks')
        .where((row) => row.or([row('blocker_id', '=', userId), row('blocked_id', '=', userId)]))
        .execute();
      await db.deleteFrom('friend_links').where('user_id', '=', userId).execute();
    },
  };
}
export type FriendStore = ReturnType<typeof friendStore>;
