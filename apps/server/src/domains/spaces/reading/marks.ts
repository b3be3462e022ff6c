import { feedStore } from '../../../platform/feed/feeds.ts';
import type { Hub } from '../../../platform/live/hub.ts';
import type { SpaceContext } from '../core/context.ts';
import { clockTolerance } from '../core/policy.ts';
import { ownMarksOf } from '../core/rows.ts';
import type { AccountNotifications } from '../notifications/account-feed.ts';
import { mostUnread, readingStore } from '../store/reading-store.ts';

/** What the people in a space have read of it. */
export function markingAsRead({
  database,
  views,
  sockets,
  feeds,
  now,
}: Pick<SpaceContext, 'database' | 'views' | 'now'> & {
  sockets(): Pick<Hub, 'ownChanged'>;
  feeds: Pick<AccountNotifications, 'seen'>;
}) {
  return {
    /** Sets what a person has read and seen, and what they are notified of. */
    async setOwn(
      userId: string,
      spaceId: string,
      change: {
        read_number?: number | undefined;
        seen_until?: number | undefined;
        notify?: 'all' | 'mentions' | 'none' | undefined;
        tells_waiting?: boolean | undefined;
      },
    ) {
      const { space, me: before } = await views.membership(userId, spaceId);
      const feed = await feedStore(database.db).of(spaceId);
      const { read_number, seen_until, notify, tells_waiting } = change;
      await readingStore(database.db).change(spaceId, userId, {
        ...(read_number !== undefined && { read_number: Math.min(read_number, feed?.rows ?? 0) }),
        ...(seen_until !== undefined && { seen_at: Math.min(seen_until, now() + clockTolerance) }),
        ...(notify !== undefined && { notify }),
        ...(tells_waiting !== undefined && { tells_waiting }),
      });
      const { me } = await views.membership(userId, space.space_id);
      sockets().ownChanged(userId, spaceId, ownMarksOf(me));
      await feeds.seen(userId, space.space_id, [before.seen_at ?? 0, me.seen_at ?? 0]);
      const unread = await readingStore(database.db).unread(userId, spaceId);
      return { read_number: me.read_number, unread: Math.min(unread.get(spaceId) ?? 0, mostUnread) };
    },
  };
}
