import type { Selectable } from 'kysely';
import { inBatches } from '../../../platform/database/batches.ts';
import type { Queries } from '../../../platform/database/database.ts';
import type { Tables } from '../../../platform/database/tables.ts';

export type MemberRow = Selectable<Tables['space_members']>;

/** Those who are or were in a space. */
export const everMembers = (db: Queries, spaceId: string) =>
  db.selectFrom('space_members').where('space_id', '=', spaceId);

/** Those who are in a space. */
export const currentMembers = (db: Queries, spaceId: string) =>
  everMembers(db, spaceId).where('left_at', 'is', null);

/** Those who want to be told when a question waits. */
export const tellingWaiting = (db: Queries, spaceId: string): Promise<MemberRow[]> =>
  currentMembers(db, spaceId).selectAll().where('tells_waiting', '=', true).execute();

/** The people in spaces, on the database or in a transaction. */
export function memberStore(db: Queries) {
  return {
    /** Also if they have left. */
    find: (spaceId: string, userId: string): Promise<MemberRow | undefined> =>
      everMembers(db, spaceId).selectAll().where('user_id', '=', userId).executeTakeFirst(),

    /** Of a known member, what they set themselves stays: it may have changed since the row was read. */
    async put(row: MemberRow): Promise<void> {
      const { space_id, user_id, read_number, seen_at, notify, tells_waiting, ...change } = row;
      await db
        .insertInto('space_members')
        .values(row)
        .onConflict((conflict) => conflict.columns(['space_id', 'user_id']).doUpdateSet(change))
        .execute();
    },

    async showName(spaceId: string, userId: string): Promise<void> {
      await db
        .updateTable('space_members')
        .set({ shows_name: true })
        .where('space_id', '=', spaceId)
        .where('user_id', '=', userId)
        .execute();
    },

    /** After a reaction: slow mode counts it, too. */
    async setPostedAt({ space_id, user_id }: MemberRow, posted_at: number): Promise<void> {
      await db
        .updateTable('space_members')
        .set({ posted_at })
        .where('space_id', '=', space_id)
        .where('user_id', '=', user_id)
        .execute();
    },

    async remove(spaceId: string, userId: string): Promise<void> {
      await db
        .deleteFrom('space_members')
        .where('space_id', '=', spaceId)
        .where('user_id', '=', userId)
        .execute();
    },

    /** Which of these people are in the space. */
    async among(spaceId: string, userIds: readonly string[]): Promise<MemberRow[]> {
      return inBatches(userIds, (some) =>
        currentMembers(db, spaceId).selectAll().where('user_id', 'in', some).execute(),
      );
    },

    /** The people in the space with these usernames, in canonical form. */
    async named(spaceId: string, usernames: readonly string[]) {
      if (usernames.length === 0) return [];
      return currentMembers(db, spaceId)
        .innerJoin('users', 'users.user_id', 'space_members.user_id')
        .select(['users.user_id', 'users.username_canonical as username'])
        .where('users.username_canonical', 'in', usernames)
        .execute();
    },

    /** Which of these people are or were in the space. */
    async everAmong(spaceId: string, userIds: readonly string[]): Promise<string[]> {
      if (userIds.length === 0) return [];
      const rows = await everMembers(db, spaceId).select('user_id').where('user_id', 'in', userIds).execute();
      return rows.map(({ user_id }) => user_id);
    },

    /** Ordered by id, after the given one. */
    page: (spaceId: string, after: string, limit: number): Promise<MemberRow[]> =>
      currentMembers(db, spaceId)
        .selectAll()
        .where('user_id', '>', after)
        .orderBy('user_id')
        .limit(limit)
        .execute(),

    /** Who is banned from it, by id after the given one. */
    banned: (spaceId: string, after: string, limit: number): Promise<MemberRow[]> =>
      everMembers(db, spaceId)
        .selectAll()
        .where('is_banned', '=', true)
        .where('user_id', '>', after)
        .orderBy('user_id')
        .limit(limit)
        .execute(),

    /** Of the hosts who are not suspended, the one who joined first. */
    firstHost: (spaceId: string): Promise<MemberRow | undefined> =>
      currentMembers(db, spaceId)
        .innerJoin('users', 'users.user_id', 'space_members.user_id')
        .selectAll('space_members')
        .where('role', '=', 'host')
        .where('users.user_standing', '!=', 'suspended')
        .orderBy('joined_at')
        .orderBy('space_members.user_id')
        .limit(1)
        .executeTakeFirst(),

    changed: (spaceId: string, after: number, until: number, limit: number): Promise<MemberRow[]> =>
      everMembers(db, spaceId)
        .selectAll()
        .where('seq', '>', after)
        .where('seq', '<=', until)
        .orderBy('seq')
        .limit(limit)
        .execute(),

    /** A page of the members' ids, in order. */
    async idsAfter(spaceId: string, after: string, limit: number): Promise<string[]> {
      const rows = await currentMembers(db, spaceId)
        .select('user_id')
        .where('user_id', '>', after)
        .orderBy('user_id')
        .limit(limit)
        .execute();
      return rows.map(({ user_id }) => user_id);
    },
  };
}

/** Somebody who has just joined, as a member. */
export const newMember = (space_id: string, user_id: string, now: number): MemberRow => ({
  space_id,
  user_id,
  seq: 0,
  role: 'member',
  joined_at: now,
  left_at: null,
  is_removed: false,
  is_banned: false,
  muted_until: null,
  posted_at: null,
  read_number: 0,
  seen_at: null,
  notify: 'all',
  shows_name: false,
  tells_waiting: false,
});
