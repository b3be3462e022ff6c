import { type Selectable, sql, type Updateable } from 'kysely';
import type { Queries } from '../../../platform/database/database.ts';
import type { Tables } from '../../../platform/database/tables.ts';
import { rowIdOf } from '../../../platform/feed/feeds.ts';

export type MessageTableRow = Selectable<Tables['space_messages']>;
export type ReactionRow = Selectable<Tables['space_reactions']>;

/** Posts in spaces, on the database or in a transaction. */
export function postStore(db: Queries) {
  const messagesOf = (feed: number) => db.selectFrom('space_messages').where('feed', '=', feed);

  return {
    message: (feed: number, messageId: string): Promise<MessageTableRow | undefined> =>
      messagesOf(feed).selectAll().where('message_id', '=', messageId).executeTakeFirst(),

    async messages(feed: number, ids: readonly string[]): Promise<MessageTableRow[]> {
      return ids.length === 0 ? [] : messagesOf(feed).selectAll().where('message_id', 'in', ids).execute();
    },

    /** The authors of these messages. */
    async authors(feed: number, ids: readonly string[]) {
      if (ids.length === 0) return [];
      return messagesOf(feed).select(['message_id', 'by_id']).where('message_id', 'in', ids).execute();
    },

    async rows(rowIds: readonly number[]): Promise<MessageTableRow[]> {
      if (rowIds.length === 0) return [];
      return db.selectFrom('space_messages').selectAll().where('row_id', 'in', rowIds).execute();
    },

    /** The last messages before a number, in reverse order. */
    before: (feed: number, number: number | undefined, limit: number) =>
      messagesOf(feed)
        .select(['row_id', 'bytes'])
        .where('row_id', '>=', rowIdOf(feed, 0))
        .where('row_id', '<', number === undefined ? rowIdOf(feed + 1, 0) : rowIdOf(feed, number))
        .orderBy('row_id', 'desc')
        .limit(limit)
        .execute(),

    changed: (feed: number, after: number, until: number, limit: number): Promise<MessageTableRow[]> =>
      messagesOf(feed)
        .selectAll()
        .where('seq', '>', after)
        .where('seq', '<=', until)
        .orderBy('seq')
        .limit(limit)
        .execute(),

    changedMessages: (feed: number, after: number, until: number, limit: number) =>
      messagesOf(feed)
        .select(['row_id', 'seq', 'bytes'])
        .where('seq', '>', after)
        .where('seq', '<=', until)
        .orderBy('seq')
        .limit(limit)
        .execute(),

    async add(row: MessageTableRow): Promise<void> {
      await db.insertInto('space_messages').values(row).execute();
    },

    async change(rowIds: readonly number[], change: Updateable<Tables['space_messages']>): Promise<void> {
      await db.updateTable('space_messages').set(change).where('row_id', 'in', rowIds).execute();
    },

    // Reactions.

    /** In the order in which they were made. */
    async reactions(rowIds: readonly number[]): Promise<ReactionRow[]> {
      if (rowIds.length === 0) return [];
      return db
        .selectFrom('space_reactions')
        .selectAll()
        .where('row_id', 'in', rowIds)
        .orderBy('created_at')
        .orderBy('emoji')
        .orderBy('user_id')
        .execute();
    },

    /** Those of everyone, or of one person. */
    async reactionKinds(rowId: number, userId?: string): Promise<string[]> {
      const rows = await db
        .selectFrom('space_reactions')
        .select('emoji')
        .distinct()
        .where('row_id', '=', rowId)
        .$if(userId !== undefined, (query) => query.where('user_id', '=', userId ?? ''))
        .execute();
      return rows.map(({ emoji }) => emoji);
    },

    /** How many a person has made; counts up to `most`. */
    async countReactionsBy(userId: string, most: number): Promise<number> {
      const { count } = await db
        .selectFrom(
          db
            .selectFrom('space_reactions')
            .select('user_id')
            .where('user_id', '=', userId)
            .limit(most)
            .as('counted'),
        )
        .select((row) => row.fn.countAll().as('count'))
        .executeTakeFirstOrThrow();
      return Number(count);
    },

    /** How many each of these posts has. */
    async reactionCounts(rowIds: readonly number[]): Promise<Map<number, number>> {
      const rows = await db
        .selectFrom('space_reactions')
        .select((row) => ['row_id' as const, row.fn.countAll().as('count')])
        .where('row_id', 'in', rowIds)
        .groupBy('row_id')
        .execute();
      return new Map(rows.map(({ row_id, count }) => [row_id, Number(count)]));
    },

    async addReaction(row: ReactionRow): Promise<void> {
      await db.insertInto('space_reactions').values(row).execute();
    },

    async removeReaction({ row_id, emoji, user_id }: Omit<ReactionRow, 'created_at'>): Promise<void> {
      await db
        .deleteFrom('space_reactions')
        .where('row_id', '=', row_id)
        .where('emoji', '=', emoji)
        .where('user_id', '=', user_id)
        .execute();
    },

    async removeReactions(rowIds: readonly number[]): Promise<void> {
      await db.deleteFrom('space_reactions').where('row_id', 'in', rowIds).execute();
    },

    /** A person's own, newest first. */
    reactionsBy: (userId: string, limit: number) =>
      db
        .selectFrom('space_reactions')
        .innerJoin('space_messages', 'space_messages.row_id', 'space_reactions.row_id')
        .innerJoin('spaces', 'spaces.feed', 'space_messages.feed')
        .select(['space_reactions.emoji', 'space_reactions.created_at', 'spaces.name as space_name'])
        .where('space_reactions.user_id', '=', userId)
        .orderBy('space_reactions.created_at', 'desc')
        .orderBy('space_reactions.row_id', 'desc')
        .limit(limit)
        .execute(),

    // How much of their authors' text quota posts use.

    async bytesOf(userId: string): Promise<number> {
      const row = await db
        .selectFrom('space_texts')
        .select('bytes')
        .where('user_id', '=', userId)
        .executeTakeFirst();
      return row?.bytes ?? 0;
    },

    /** Adds to it, and returns the sum. Others who write for the same person wait until the transaction ends. */
    async addBytes(userId: string, more: number): Promise<number> {
      const { bytes } = await db
        .insertInto('space_texts')
        .values({ user_id: userId, bytes: more })
        .onConflict((conflict) =>
          conflict.column('user_id').doUpdateSet({ bytes: sql`space_texts.bytes + ${more}` }),
        )
        .returning('bytes')
        .executeTakeFirstOrThrow();
      return bytes;
    },

    /** Edited posts whose first version is due for deletion. */
    expiredFirstVersions: (before: number, limit: number) =>
      db
        .selectFrom('space_messages')
        .innerJoin('spaces', 'spaces.feed', 'space_messages.feed')
        .select(['spaces.space_id', 'space_messages.message_id'])
        .where('first_edited_at', '<=', before)
        .limit(limit)
        .execute(),

    // One person's posts: what is left of them, their copy, and for when they leave.

    /** How many undeleted ones there are in each space, with how the author left it. */
    async countsBy(userId: string, limit: number) {
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
    lastBy: (userId: string, feed: number, limit: number) =>
      db
        .selectFrom('space_messages')
        .select(['kind', 'created_at'])
        .where('by_id', '=', userId)
        .where('row_id', '>=', rowIdOf(feed, 0))
        .where('row_id', '<', rowIdOf(feed + 1, 0))
        .orderBy('row_id', 'desc')
        .limit(limit)
        .execute(),

    /** Undeleted ones in a space after a row, in order. */
    undeletedBy: (userId: string, feed: number, after: number, limit: number) =>
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
    postsBy: (userId: string, after: number, limit: number) =>
      db
        .selectFrom('space_messages')
        .innerJoin('spaces', 'spaces.feed', 'space_messages.feed')
        .selectAll('space_messages')
        .select(['spaces.space_id', 'spaces.name as space_name'])
        .where('by_id', '=', userId)
        .where('kind', '=', 'post')
        .where('row_id', '>', after)
        .orderBy('row_id')
        .limit(limit)
        .execute(),

    /** Removes the author from some of a person's messages; returns how many. */
    async forgetSome(userId: string, feed: number, limit: number): Promise<number> {
      const rows = await db
        .selectFrom('space_messages')
        .select('row_id')
        .where('by_id', '=', userId)
        .where('row_id', '>=', rowIdOf(feed, 0))
        .where('row_id', '<', rowIdOf(feed + 1, 0))
        .limit(limit)
        .execute();
      const ids = rows.map(({ row_id }) => row_id);
      if (ids.length > 0) {
        await db.updateTable('space_messages').set({ by_id: null }).where('row_id', 'in', ids).execute();
      }
      return ids.length;
    },

    /**
     * Removes a departed person's name from other messages in a space: mentions, notices, and who deleted something.
     * @param from the number of the first message, `to` that of the one after the last; without it, all that follow
     */
    async forgetName(userId: string, feed: number, from: number, to?: number): Promise<void> {
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
    },

    async forgetReactions(userId: string, limit: number): Promise<number> {
      const rows = await db
        .selectFrom('space_reactions')
        .select(['row_id', 'emoji'])
        .where('user_id', '=', userId)
        .limit(limit)
        .execute();
      for (const { row_id, emoji } of rows) {
        await db
          .deleteFrom('space_reactions')
          .where('row_id', '=', row_id)
          .where('emoji', '=', emoji)
          .where('user_id', '=', userId)
          .execute();
      }
      return rows.length;
    },
  };
}
