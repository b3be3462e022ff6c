import { cappedFields, mergeFields, type StampedFields, spaceLimits } from '@polylogue/sync';
import type { Queries } from '../../../platform/database/database.ts';
import { type Feed, feedStore } from '../../../platform/feed/feeds.ts';
import type { SpaceContext } from '../core/context.ts';
import { clockTolerance } from '../core/policy.ts';
import { hasNotificationsOf, type NotificationRow, notificationStore } from '../store/notification-store.ts';
import { isOfSession, kindsOfSession } from './event.ts';

/** `created_at`: now unless given. */
export type NewNotification = Omit<NotificationRow, 'feed' | 'created_at'> & { created_at?: number };

/** The notifications in an account's feed. */
export function accountNotifications({
  database,
  lock,
  accountChanged,
  now,
}: Pick<SpaceContext, 'database' | 'lock' | 'accountChanged' | 'now'>) {
  const { db } = database;

  async function feedOf(userId: string): Promise<Feed | undefined> {
    const known = await feedStore(db).of(userId);
    if (known) return known;
    return database.transaction(async (trx) => {
      if (!(await lock(userId, trx))) return undefined;
      await feedStore(trx).create('account', userId);
      return feedStore(trx).of(userId);
    });
  }

  async function advance(trx: Queries, feed: Feed, fields: string): Promise<number> {
    const head = feed.head + 1;
    await notificationStore(trx).putReading({ feed: feed.feed, seq: head, fields });
    await feedStore(trx).advance(feed.feed, { ...feed, head });
    database.afterCommit(() => accountChanged(feed.owner_id, head));
    return head;
  }

  return {
    /** Takes one number in the account's feed; a repeat takes none, nor does what is outdated by now. */
    async write(userId: string, draft: NewNotification, isOutdated = async (_: Queries) => false) {
      const known = await feedOf(userId);
      if (!known) return;
      await database.transaction(async (trx) => {
        const feed = await feedStore(trx).claim(known.feed);
        if (!feed || (await isOutdated(trx))) return;
        const store = notificationStore(trx);
        const row = { created_at: now(), ...draft, feed: feed.feed };
        if (!(await store.add(row))) return;
        if (isOfSession(draft.kind) && draft.kind !== 'session-soon') {
          await store.removeEarlierOfSession(feed.feed, draft);
        }
        // Someone who mentions a person or plans sessions again and again must not displace what others notify them of.
        if (row.kind === 'mention') await store.pruneAlike(feed.feed, ['mention'], row, spaceLimits.alike);
        if (isOfSession(row.kind)) {
          const { space_id } = row;
          await store.pruneAlike(feed.feed, kindsOfSession, { space_id }, spaceLimits.alike);
        }
        await store.prune(feed.feed, spaceLimits.notifications);
        const reading = await store.reading(feed.feed);
        await advance(trx, feed, reading?.fields ?? '{}');
      });
    },

    /**
     * Puts another one in the place of a notification, or removes it; it counts as new only if it is about something later.
     * Takes a number if there was one, or is one now. `isNewToo`: also where there was none. `since`: when that came.
     */
    async replace(
      userId: string,
      id: string,
      draft: NewNotification | null,
      { isNewToo, since }: { isNewToo: boolean; since: number },
    ) {
      const known = await feedOf(userId);
      if (!known) return;
      await database.transaction(async (trx) => {
        const feed = await feedStore(trx).claim(known.feed);
        const store = notificationStore(trx);
        const before = feed && (await store.find(feed.feed, id));
        if (!feed || (!before && (!draft || !isNewToo))) return;
        if (before?.about_id !== draft?.about_id) {
          await store.remove(feed.feed, id);
          const created_at = before && since <= before.created_at ? before.created_at : now();
          if (draft) await store.add({ created_at, ...draft, feed: feed.feed });
        }
        await advance(trx, feed, (await store.reading(feed.feed))?.fields ?? '{}');
      });
    },

    /** Takes a number if there are notifications of a space that were seen just now, for the person's other devices. */
    async seen(userId: string, spaceId: string, times: readonly [number, number]) {
      const known = times[0] < times[1] ? await feedStore(db).of(userId) : undefined;
      if (!known || !(await hasNotificationsOf(db, known.feed, spaceId, times))) return;
      await database.transaction(async (trx) => {
        const feed = await feedStore(trx).claim(known.feed);
        if (feed) await advance(trx, feed, (await notificationStore(trx).reading(feed.feed))?.fields ?? '{}');
      });
    },

    /** The later of two values counts. */
    async markRead(userId: string, mark: readonly [number, number]) {
      const known = await feedOf(userId);
      await database.transaction(async (trx) => {
        const feed = known && (await feedStore(trx).claim(known.feed));
        if (!feed) return;
        const before = (await notificationStore(trx).reading(feed.feed))?.fields ?? '{}';
        const fields = cappedFields({ read: [Math.min(mark[0], now() + clockTolerance), mark[1]] }, now());
        const merged = JSON.stringify(mergeFields(JSON.parse(before) as StampedFields, fields));
        if (merged !== before) await advance(trx, feed, merged);
      });
    },
  };
}
export type AccountNotifications = ReturnType<typeof accountNotifications>;
