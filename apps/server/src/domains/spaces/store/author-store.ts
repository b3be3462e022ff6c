import { sql } from 'kysely';
import type { Queries } from '../../../platform/database/database.ts';
import { rowIdOf } from '../../../platform/feed/feeds.ts';
import { searchQueue } from '../../../platform/search/search-queue.ts';

/** What one person wrote in spaces, for themselves, their copy, and for when they leave. */
export function authorStore(db: Queries) {
  const writtenIn = (feed: number, userId: string) =>
    db
      .selectFrom('space_messages')
      .where('by_id', '=', userId)
      .where('row_id', '>=', rowIdOf(feed, 0))
      .where('row_id', '<', rowIdOf(feed + 1, 0));

  return {
    /** How many undeleted ones there are in each space, with how the author left it. */
    async counts(userId: string, limit: number) {
      const rows = await db
        .selectFrom('space_messages as post')
        .innerJoin('spaces', 'spaces.feed', 'post.feed')
        .innerJoin('space_members as me', (join) =>
          join.onRef('me.space_id', '=', 'spaces.space_id').onRef('me.user_id', '=', 'post.by_id'),
        )
        .select(['me.space_id', 'me.left_at', 'me.is_banned'])
        .select((row) => [row.fn.countAll().as('posts'), row.fn.sum('post.bytes').as('bytes')])
        .where('post.by_id', '=', userId)
        .where('post.kind', '=', 'post')
        .where('post.deleted_at', 'is', null)
        .groupBy(['me.space_id', 'me.left_at', 'me.is_banned'])
        .orderBy('me.space_id')
        .limit(limit)
        .execute();
      return rows.map((row) => ({ ...row, posts: Number(row.posts), bytes: Number(row.bytes) }));
    },

    /** What a person wrote last in a space, and notices of what they did; newest first. */
    last: (userId: string, feed: number, limit: number) =>
      writtenIn(feed, userId).select(['kind', 'created_at']).orderBy('row_id', 'desc').limit(limit).execute(),

    /** Undeleted ones in a space after a row, in order. */
    undeleted: (userId: string, feed: number, after: number, limit: number) =>
      db
        .selectFrom('space_messages')
        .select('row_id')
        .where('by_id', '=', userId)
        .where('row_id', '>', Math.max(after, rowIdOf(feed, 0)))
        .where('row_id', '<', rowIdOf(feed + 1, 0))
        .where('kind', '=', 'post')
        .where('deleted_at', 'is', null)
        .orderBy('row_id')
        .limit(limit)
        .execute(),

    /** Those of these rows that are not deleted by now. */
    undeletedAmong: (userId: string, rowIds: readonly number[]) =>
      db
        .selectFrom('space_messages')
        .select(['row_id', 'message_id', 'by_id', 'bytes'])
        .where('row_id', 'in', rowIds)
        .where('by_id', '=', userId)
        .where('deleted_at', 'is', null)
        .orderBy('row_id')
        .execute(),

    /** Ordered by space, then by post. */
    posts: (userId: string, after: number, limit: number) =>
      db
        .selectFrom('space_messages')
        .innerJoin('spaces', 'spaces.feed', 'space_messages.feed')
        .selectAll('space_messages')
        .select(['spaces.space_id', 'spaces.pins'])
        .where('by_id', '=', userId)
        .where('kind', '=', 'post')
        .where('row_id', '>', after)
        .orderBy('row_id')
        .limit(limit)
        .execute(),

    /** Removes the author from some of a person's messages; returns how many. */
    async forget(userId: string, feed: number, limit: number): Promise<number> {
      const rows = await writtenIn(feed, userId).select('row_id').limit(limit).execute();
      const ids = rows.map(({ row_id }) => row_id);
      if (ids.length > 0) {
        await db.updateTable('space_messages').set({ by_id: null }).where('row_id', 'in', ids).execute();
        await searchQueue(db).addStored('space_messages', ids);
      }
      return ids.length;
    },
  };
}

/**
 * Removes a departed person's name from other messages in a space: mentions, notices, and who deleted something.
 * @param from the number of the first message, `to` that of the one after the last; without it, all that follow
 */
export async function forgetNameInMessages(
  db: Queries,
  userId: string,
  feed: number,
  from: number,
  to?: number,
): Promise<void> {
  const quoted = JSON.stringify(userId);
  const naming = `%${quoted.replaceAll('_', '\\_')}%`;
  const all = () =>
    db
      .updateTable('space_messages')
      .where('row_id', '>=', rowIdOf(feed, from))
      .where('row_id', '<', to === undefined ? rowIdOf(feed + 1, 0) : rowIdOf(feed, to));
  await all().set({ deleted_by: null }).where('deleted_by', '=', userId).execute();
  await all()
    .set({ mentions: sql`replace(mentions, ${quoted}, '""')` })
    .where(sql<boolean>`mentions like ${naming} escape ${'\\'}`)
    .execute();
  await all()
    .set({ notice: sql`replace(notice, ${quoted}, 'null')` })
    .where(sql<boolean>`notice like ${naming} escape ${'\\'}`)
    .execute();
}
