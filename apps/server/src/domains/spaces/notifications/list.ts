import { Notification } from '@polylogue/contract';
import { spaceLimits } from '@polylogue/sync';
import { z } from 'zod';
import { feedStore } from '../../../platform/feed/feeds.ts';
import type { SpaceContext } from '../core/context.ts';
import { rightsIn } from '../core/policy.ts';
import type { MemberRow } from '../store/member-store.ts';
import { membershipStore } from '../store/membership-store.ts';
import { type NotificationRow, notificationStore } from '../store/notification-store.ts';
import { sessionStore } from '../store/session-store.ts';
import { type SpaceRow, spaceStore } from '../store/space-store.ts';
import type { AccountNotifications } from './account-feed.ts';
import { isOfSession, isOutdated } from './event.ts';
import { hasMessage, textsOf } from './texts.ts';
import { waitingNow } from './waiting.ts';

const Read = z.tuple([z.number(), z.number()]);
/** A server of a newer version may have written others. */
const isKnown = (kind: NotificationRow['kind']) => Notification.shape.kind.options.includes(kind);

/** A person's notifications, as they see them. */
export function listingNotifications({
  database: { db },
  feeds,
  views,
  working,
  blockedAmong,
  now,
}: Pick<SpaceContext, 'database' | 'views' | 'working' | 'blockedAmong' | 'now'> & {
  feeds: Pick<AccountNotifications, 'markRead'>;
}) {
  /**
   * Leaves out spaces that the person is neither in nor invited to, people behind a block, what is outdated about a
   * session, and mentions in deleted posts. Says of the others whether the person has seen since what they are about.
   */
  async function shown(userId: string, feed: number, rows: readonly NotificationRow[]) {
    const spaces = new Map(
      (await spaceStore(db).some([...new Set(rows.map(({ space_id }) => space_id))])).map((one) => [
        one.space_id,
        one,
      ]),
    );
    const mine = new Map((await membershipStore(db).current(userId)).map((one) => [one.space_id, one]));
    const invited = new Set((await working.to(userId)).map(({ invitation_id }) => invitation_id));
    const sessionIds = rows.flatMap(({ kind, about_id }) => (isOfSession(kind) ? about_id : []));
    const sessions = new Map(
      (await sessionStore(db).some([...new Set(sessionIds)])).map((one) => [one.session_id, one]),
    );
    const blocked = await blockedAmong(
      userId,
      [...rows, ...sessions.values()].flatMap(({ by_id }) => by_id ?? []),
    );
    const waiting = await waitingNow(userId, rows, spaces, { db, blockedAmong });
    const wantsWaiting = (space: SpaceRow, me: MemberRow | undefined) =>
      me?.tells_waiting && rightsIn({ space, me }, now()).post;
    const { readMentions, deletedMentions } = await notificationStore(db).endedMentions(feed, userId);
    const isSeen = ({ kind, notification_id, space_id, about_id, created_at }: NotificationRow) => {
      if (kind === 'mention') return readMentions.has(notification_id);
      // Those that were declined or have expired are not shown.
      if (kind === 'invitation') return !invited.has(about_id);
      return created_at <= (mine.get(space_id)?.seen_at ?? 0);
    };
    return rows.flatMap((row) => {
      const space = spaces.get(row.space_id);
      const session = sessions.get(row.about_id);
      // Browsers choose the ids: that of an invitation may be that of a message.
      const mayKnow = mine.has(row.space_id) || (row.kind === 'invitation' && invited.has(row.about_id));
      const isHidden = [row.by_id, session?.by_id].some((id) => id && blocked.has(id));
      if (!space || space.closed_at !== null || !mayKnow || isHidden || !isKnown(row.kind)) return [];
      if ((isOfSession(row.kind) && isOutdated(row, session)) || deletedMentions.has(row.notification_id))
        return [];
      const questions = waiting.get(row.notification_id) ?? [];
      const count = questions.length;
      if (row.kind === 'waiting' && (count === 0 || !wantsWaiting(space, mine.get(row.space_id)))) return [];
      // The last one this person sees: there may be a block, since it was stored, towards who asked that one.
      const about_id = questions.at(-1)?.turn_id ?? row.about_id;
      return [{ row: { ...row, about_id }, space, session, count, isSeen: isSeen(row) }];
    });
  }

  async function state(userId: string) {
    const feed = await feedStore(db).of(userId);
    const store = notificationStore(db);
    const reading = feed && (await store.reading(feed.feed));
    const rows = feed ? await store.newest(feed.feed, spaceLimits.notifications) : [];
    const read = readIn(reading?.fields);
    const list = (feed ? await shown(userId, feed.feed, rows) : []).map((one) => ({
      ...one,
      isRead: one.isSeen || one.row.created_at <= (read?.[0] ?? 0),
    }));
    const unread = list.filter(({ isRead }) => !isRead).length;
    return { list, read, unread, seq: reading?.seq ?? 0 };
  }

  return {
    /** The number of the last change, for feeds of accounts. */
    async seqOf(feed: number): Promise<number> {
      return (await notificationStore(db).reading(feed))?.seq ?? 0;
    },

    async list(userId: string) {
      const { list, read, unread, seq } = await state(userId);
      const people = await views.people(
        userId,
        list.flatMap(({ row }) => row.by_id ?? []),
      );
      const texts = await textsOf(db, list);
      const notifications = list.map(({ row, space, session, count, isRead }): Notification => {
        const { notification_id, kind, created_at, space_id, about_id, starts_at } = row;
        return {
          notification_id,
          kind,
          created_at,
          space_id,
          space_name: space.name,
          by: people.find(({ user_id }) => user_id === row.by_id) ?? null,
          message_id: hasMessage(kind) ? about_id : null,
          invitation_id: kind === 'invitation' ? about_id : null,
          session_id: isOfSession(kind) ? about_id : null,
          session_title: session?.title ?? null,
          starts_at,
          text: texts.get(notification_id) || null,
          count,
          is_read: isRead,
        };
      });
      return { notifications, unread, read, seq };
    },

    async markRead(userId: string, mark: readonly [number, number]) {
      await feeds.markRead(userId, mark);
      const { read, unread, seq } = await state(userId);
      return { read: read ?? [0, 0], unread, seq };
    },
  };
}

function readIn(fields: string | undefined): [number, number] | null {
  const { read } = JSON.parse(fields ?? '{}') as { read?: unknown };
  return Read.safeParse(read).data ?? null;
}
