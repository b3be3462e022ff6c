import { type Selectable, sql, type Updateable } from 'kysely';
import type { Queries } from '../../../platform/database/database.ts';
import { afterPrefix } from '../../../platform/database/folded.ts';
import type { Tables } from '../../../platform/database/tables.ts';
import { everMembers } from './member-store.ts';
import { sessionsOf } from './session-store.ts';

export type SpaceRow = Selectable<Tables['spaces']>;

/** Spaces, on the database or in a transaction. */
export function spaceStore(db: Queries) {
  return {
    find: (spaceId: string): Promise<SpaceRow | undefined> =>
      db.selectFrom('spaces').selectAll().where('space_id', '=', spaceId).executeTakeFirst(),

    async some(ids: readonly string[]): Promise<SpaceRow[]> {
      if (ids.length === 0) return [];
      return db.selectFrom('spaces').selectAll().where('space_id', 'in', ids).execute();
    },

    async add(row: SpaceRow): Promise<void> {
      await db.insertInto('spaces').values(row).execute();
    },

    async change(spaceId: string, change: Updateable<Tables['spaces']>): Promise<void> {
      await db.updateTable('spaces').set(change).where('space_id', '=', spaceId).execute();
    },

    /** Public spaces after a place, newest first; with a prefix, those whose names begin with it. */
    listed(before: { at: number; id: string } | undefined, prefix: string, limit: number) {
      return db
        .selectFrom('spaces')
        .selectAll()
        .where('visibility', '=', 'public')
        .where('archived_at', 'is', null)
        .where('closed_at', 'is', null)
        .$if(prefix !== '', (query) =>
          query.where('name_folded', '>=', prefix).where('name_folded', '<', afterPrefix(prefix)),
        )
        .$if(before !== undefined, (query) =>
          query.where(sql<boolean>`(created_at, space_id) < (${before?.at}, ${before?.id})`),
        )
        .orderBy('created_at', 'desc')
        .orderBy('space_id', 'desc')
        .limit(limit)
        .execute();
    },

    /** The feed of a space, its head and people, and what has changed after a number besides messages. */
    async changesAfter(spaceId: string, after: number) {
      const row = await db
        .selectFrom('spaces')
        .innerJoin('feeds', 'feeds.feed', 'spaces.feed')
        .select((of) => [
          'feeds.feed',
          'feeds.head',
          'spaces.seq',
          'spaces.people',
          of.exists(everMembers(db, spaceId).select('user_id').where('seq', '>', after)).as('members'),
          of.exists(sessionsOf(db, spaceId).where('seq', '>', after)).as('sessions'),
        ])
        .where('spaces.space_id', '=', spaceId)
        .executeTakeFirst();
      if (!row) return undefined;
      const { feed, head, people, seq, members, sessions } = row;
      return { feed, head, people, members: Boolean(members), others: seq > after || Boolean(sessions) };
    },

    /** For a deleted account. */
    async forgetCreator(userId: string): Promise<void> {
      await db.updateTable('spaces').set({ created_by: null }).where('created_by', '=', userId).execute();
    },
  };
}
