import type { Selectable, Updateable } from 'kysely';
import type { Queries } from '../../../platform/database/database.ts';
import type { Tables } from '../../../platform/database/tables.ts';
import { rowIdOf } from '../../../platform/feed/feeds.ts';

export type MessageTableRow = Selectable<Tables['space_messages']>;

/** How the notice of a new topic begins, as `addNotice` writes it: a query cannot read JSON the same way everywhere. */
export const topicStart = '{"kind":"topic"';

/** Messages in spaces, on the database or in a transaction. */
export function messageStore(db: Queries) {
  const messagesOf = (feed: number) => db.selectFrom('space_messages').where('feed', '=', feed);

  const changedIn = (feed: number, after: number, until: number, limit: number) =>
    messagesOf(feed).where('seq', '>', after).where('seq', '<=', until).orderBy('seq').limit(limit);

  return {
    find: (feed: number, messageId: string): Promise<MessageTableRow | undefined> =>
      messagesOf(feed).selectAll().where('message_id', '=', messageId).executeTakeFirst(),

    async some(feed: number, ids: readonly string[]): Promise<MessageTableRow[]> {
      if (ids.length === 0) return [];
      return messagesOf(feed).selectAll().where('message_id', 'in', ids).execute();
    },

    /** The last message that is no notice, or the line below it at which a new topic begins. */
    lastSpoken: (feed: number) =>
      messagesOf(feed)
        .select(['message_id', 'kind'])
        .where('row_id', '>=', rowIdOf(feed, 0))
        .where('row_id', '<', rowIdOf(feed + 1, 0))
        .where((of) =>
          of.or([
            of('kind', '!=', 'notice'),
            of.and([of('notice', 'like', `${topicStart}%`), of('deleted_at', 'is', null)]),
          ]),
        )
        .orderBy('row_id', 'desc')
        .limit(1)
        .executeTakeFirst(),

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
      changedIn(feed, after, until, limit).selectAll().execute(),

    changedSizes: (feed: number, after: number, until: number, limit: number) =>
      changedIn(feed, after, until, limit).select(['row_id', 'seq', 'bytes']).execute(),

    async add(row: MessageTableRow): Promise<void> {
      await db.insertInto('space_messages').values(row).execute();
    },

    async change(rowIds: readonly number[], change: Updateable<Tables['space_messages']>): Promise<void> {
      await db.updateTable('space_messages').set(change).where('row_id', 'in', rowIds).execute();
    },

    /** What notices of a space repeat: names, and what was set. */
    async clearNotices(feed: number): Promise<void> {
      await db
        .updateTable('space_messages')
        .set({ notice: null })
        .where('row_id', '>=', rowIdOf(feed, 0))
        .where('row_id', '<', rowIdOf(feed + 1, 0))
        .where('kind', '=', 'notice')
        .execute();
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
  };
}
