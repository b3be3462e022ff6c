import type { Selectable } from 'kysely';
import type { Queries } from '../../../platform/database/database.ts';
import type { Tables } from '../../../platform/database/tables.ts';

export type SessionTableRow = Selectable<Tables['space_sessions']>;

export const sessionsOf = (db: Queries, spaceId: string) =>
  db.selectFrom('space_sessions').selectAll().where('space_id', '=', spaceId);

/** Dates on which people meet in spaces, on the database or in a transaction. */
export function sessionStore(db: Queries) {
  return {
    find: (sessionId: string): Promise<SessionTableRow | undefined> =>
      db.selectFrom('space_sessions').selectAll().where('session_id', '=', sessionId).executeTakeFirst(),

    async some(ids: readonly string[]): Promise<SessionTableRow[]> {
      if (ids.length === 0) return [];
      return db.selectFrom('space_sessions').selectAll().where('session_id', 'in', ids).execute();
    },

    async put(row: SessionTableRow): Promise<void> {
      const { session_id, ...change } = row;
      await db
        .insertInto('space_sessions')
        .values(row)
        .onConflict((conflict) => conflict.column('session_id').doUpdateSet(change))
        .execute();
    },

    changed: (spaceId: string, after: number, until: number, limit: number) =>
      sessionsOf(db, spaceId)
        .where('seq', '>', after)
        .where('seq', '<=', until)
        .orderBy('seq')
        .limit(limit)
        .execute(),

    /** Sessions in these spaces that are not over, the next one first. */
    async coming(spaceIds: readonly string[], at: number): Promise<SessionTableRow[]> {
      if (spaceIds.length === 0) return [];
      return db
        .selectFrom('space_sessions')
        .selectAll()
        .where('space_id', 'in', spaceIds)
        .where('cancelled_at', 'is', null)
        .where((eb) => eb(eb('starts_at', '+', eb('minutes', '*', eb.lit(60_000))), '>', at))
        .orderBy('starts_at')
        .orderBy('session_id')
        .execute();
    },

    by: (userId: string) =>
      db.selectFrom('space_sessions').selectAll().where('by_id', '=', userId).orderBy('created_at').execute(),

    /** For a deleted account. */
    async forgetAuthor(userId: string): Promise<void> {
      await db.updateTable('space_sessions').set({ by_id: null }).where('by_id', '=', userId).execute();
    },
  };
}
