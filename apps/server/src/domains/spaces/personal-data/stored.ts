import type { Queries } from '../../../platform/database/database.ts';
import { feedStore } from '../../../platform/feed/feeds.ts';
import { invitationStore } from '../store/invitation-store.ts';
import { membershipStore } from '../store/membership-store.ts';
import { notificationStore } from '../store/notification-store.ts';
import { reactionStore } from '../store/reaction-store.ts';
import { sessionStore } from '../store/session-store.ts';
import { spaceStore } from '../store/space-store.ts';

const mostRows = 1_000;
const mostReactions = 10_000;

/** What is stored about a person in spaces, except the texts. */
export async function storedInSpaces(reading: Queries, userId: string): Promise<Record<string, unknown>> {
  const invitations = invitationStore(reading);
  const mine = await membershipStore(reading).every(userId, mostRows);
  const sessions = await sessionStore(reading).by(userId);
  const [sent, received] = [await invitations.by(userId), await invitations.to(userId)];
  const ids = [...mine, ...sessions, ...sent, ...received].map(({ space_id }) => space_id);
  const names = new Map(
    (await spaceStore(reading).some([...new Set(ids)])).map(({ space_id, name }) => [space_id, name]),
  );
  const reactions = await reactionStore(reading).by(userId, mostReactions);
  const feed = await feedStore(reading).of(userId);
  const notifications = feed ? await notificationStore(reading).newest(feed.feed, mostRows) : [];
  const where = ({ space_id, created_at }: { space_id: string; created_at: number }) => ({
    space: names.get(space_id) ?? null,
    created_at: isoTime(created_at),
  });
  return {
    spaces: mine.map(
      ({ space_id, role, joined_at, left_at, muted_until, seen_at, notify, tells_waiting }) => ({
        space: names.get(space_id) ?? null,
        role,
        joined_at: isoTime(joined_at),
        left_at: isoTime(left_at),
        muted_until: isoTime(muted_until),
        seen_at: isoTime(seen_at),
        notify,
        tells_waiting,
      }),
    ),
    'space-reactions': reactions.map(({ space_name, emoji, created_at }) => ({
      space: space_name,
      emoji,
      created_at: isoTime(created_at),
    })),
    'space-invitations': {
      sent: sent.map((row) => ({
        ...where(row),
        is_link: row.to_user === null,
        expires_at: isoTime(row.expires_at),
      })),
      received: received.map((row) => ({ ...where(row), expires_at: isoTime(row.expires_at) })),
    },
    'space-sessions': sessions.map((row) => ({
      ...where(row),
      title: row.title,
      starts_at: isoTime(row.starts_at),
      minutes: row.minutes,
    })),
    notifications: notifications.map((row) => ({ ...where(row), kind: row.kind })),
  };
}

/** As it stands in a copy of a person's data. */
export const isoTime = (instant: number | null) =>
  instant === null ? null : new Date(instant).toISOString();
