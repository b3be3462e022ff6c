import type { Selectable } from 'kysely';
import type { Queries } from '../../../platform/database/database.ts';
import type { Tables } from '../../../platform/database/tables.ts';

export type RequestRow = Selectable<Tables['friend_requests']>;

/** Friend requests, on the database or in a transaction. */
export function requestStore(db: Queries) {
  const incomingOf = (userId: string) =>
    db
      .selectFrom('friend_requests')
      .where('to_id', '=', userId)
      .where('declined_at', 'is', null)
      .where('withdrawn_at', 'is', null)
      .orderBy('reached_at', 'desc')
      .orderBy('request_id', 'desc');

  return {
    find(requestId: string): Promise<RequestRow | undefined> {
      return db
        .selectFrom('friend_requests')
        .selectAll()
        .where('request_id', '=', requestId)
        .executeTakeFirst();
    },

    /** Between a person and these others, of whom there is at least one. */
    between(userId: string, others: readonly string[]): Promise<RequestRow[]> {
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

    async add(row: RequestRow): Promise<void> {
      await db.insertInto('friend_requests').values(row).execute();
    },

    async change(requestId: string, change: Partial<RequestRow>): Promise<void> {
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

    async remove(requestIds: readonly string[]): Promise<void> {
      await db.deleteFrom('friend_requests').where('request_id', 'in', requestIds).execute();
    },

    /** All to and from this person. */
    async forget(userId: string): Promise<void> {
      await db
        .deleteFrom('friend_requests')
        .where((row) => row.or([row('from_id', '=', userId), row('to_id', '=', userId)]))
        .execute();
    },
  };
}
