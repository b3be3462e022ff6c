import type { Selectable } from 'kysely';
import type { Queries } from '../../../platform/database/database.ts';
import type { Tables } from '../../../platform/database/tables.ts';
import { rowIdOf } from '../../../platform/feed/feeds.ts';

export type NotificationRow = Selectable<Tables['notifications']>;

/** The notifications of accounts, on the database or in a transaction. */
export function notificationStore(db: Queries) {
  return {
    /** False if it already exists. */
    async add(row: NotificationRow): Promise<boolean> {
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('notifications')
        .values(row)
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirstOrThrow();
      return numInsertedOrUpdatedRows === 1n;
    },

    find: (feed: number, id: string): Promise<NotificationRow | undefined> =>
      notificationsIn(db, feed).selectAll().where('notification_id', '=', id).executeTakeFirst(),

    remove: (feed: number, id: string) => removeOne(db, feed, id),

    newest: (feed: number, limit: number): Promise<NotificationRow[]> =>
      notificationsIn(db, feed)
        .selectAll()
        .orderBy('created_at', 'desc')
        .orderBy('notification_id', 'desc')
        .limit(limit)
        .execute(),

    /** Mentions in posts that the person has read since, and in posts that were deleted since. */
    async endedMentions(feed: number, userId: string) {
      const rows = await notificationsIn(db, feed)
        .innerJoin('space_members as me', 'me.space_id', 'notifications.space_id')
        .innerJoin('spaces', 'spaces.space_id', 'notifications.space_id')
        .innerJoin('space_messages as post', (join) =>
          join.onRef('post.feed', '=', 'spaces.feed').onRef('post.message_id', '=', 'notifications.about_id'),
        )
        .select(['notification_id', 'post.row_id', 'post.deleted_at', 'spaces.feed', 'me.read_number'])
        .where('notifications.kind', '=', 'mention')
        .where('me.user_id', '=', userId)
        .execute();
      const idsOf = (some: typeof rows) => new Set(some.map(({ notification_id }) => notification_id));
      return {
        readMentions: idsOf(
          rows.filter(({ row_id, feed, read_number }) => row_id <= rowIdOf(feed, read_number)),
        ),
        deletedMentions: idsOf(rows.filter(({ deleted_at }) => deleted_at !== null)),
      };
    },

    /** Removes what this one replaces: everything else about the same session, except reminders. */
    async removeEarlierOfSession(
      feed: number,
      { notification_id, about_id }: Pick<NotificationRow, 'notification_id' | 'about_id'>,
    ): Promise<void> {
      await db
        .deleteFrom('notifications')
        .where('feed', '=', feed)
        .where('about_id', '=', about_id)
        .where('kind', 'in', ['session', 'session-moved', 'session-cancelled'])
        .where('notification_id', '!=', notification_id)
        .execute();
    },

    /** Deletes all but the newest. */
    async prune(feed: number, most: number): Promise<void> {
      await removeOldest(db, feed, notificationsIn(db, feed), most);
    },

    /** Deletes all but the newest of these kinds in a space, if given by the same person. */
    async pruneAlike(
      feed: number,
      kinds: readonly NotificationRow['kind'][],
      { space_id, by_id }: Pick<NotificationRow, 'space_id'> & { by_id?: string | null },
      most: number,
    ): Promise<void> {
      const inSpace = notificationsIn(db, feed).where('kind', 'in', kinds).where('space_id', '=', space_id);
      await removeOldest(db, feed, by_id === undefined ? inSpace : inSpace.where('by_id', '=', by_id), most);
    },

    async removeOld(before: number): Promise<void> {
      await db.deleteFrom('notifications').where('created_at', '<=', before).execute();
    },

    reading: (feed: number) =>
      db.selectFrom('notification_reading').selectAll().where('feed', '=', feed).executeTakeFirst(),

    async putReading(row: Selectable<Tables['notification_reading']>): Promise<void> {
      const { feed: _, ...change } = row;
      await db
        .insertInto('notification_reading')
        .values(row)
        .onConflict((conflict) => conflict.column('feed').doUpdateSet(change))
        .execute();
    },

    /** Removes a person's name from the notifications of some others; fewer than `limit` were found at the end. */
    async forgetAuthor(userId: string, limit: number): Promise<number> {
      const rows = await db
        .selectFrom('notifications')
        .select('feed')
        .where('by_id', '=', userId)
        .limit(limit)
        .execute();
      if (rows.length > 0) {
        await db
          .updateTable('notifications')
          .set({ by_id: null })
          .where('by_id', '=', userId)
          .where('feed', 'in', [...new Set(rows.map(({ feed }) => feed))])
          .execute();
      }
      return rows.length;
    },

    async forgetOf(feed: number): Promise<void> {
      await db.deleteFrom('notifications').where('feed', '=', feed).execute();
      await db.deleteFrom('notification_reading').where('feed', '=', feed).execute();
    },
  };
}

/** Whether an account has notifications of a space that were created after a time, until another. */
export async function hasNotificationsOf(
  db: Queries,
  feed: number,
  spaceId: string,
  [after, until]: readonly [number, number],
): Promise<boolean> {
  const found = await notificationsIn(db, feed)
    .select('notification_id')
    .where('space_id', '=', spaceId)
    .where('created_at', '>', after)
    .where('created_at', '<=', until)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

const notificationsIn = (db: Queries, feed: number) =>
  db.selectFrom('notifications').where('notifications.feed', '=', feed);

async function removeOne(db: Queries, feed: number, id: string): Promise<void> {
  await db.deleteFrom('notifications').where('feed', '=', feed).where('notification_id', '=', id).execute();
}

async function removeOldest(
  db: Queries,
  feed: number,
  some: ReturnType<typeof notificationsIn>,
  most: number,
): Promise<void> {
  const oldest = await some
    .select('notification_id')
    .orderBy('created_at', 'desc')
    .orderBy('notification_id', 'desc')
    .offset(most)
    .limit(100)
    .execute();
  const ids = oldest.map(({ notification_id }) => notification_id);
  if (ids.length === 0) return;
  await db.deleteFrom('notifications').where('feed', '=', feed).where('notification_id', 'in', ids).execute();
}
