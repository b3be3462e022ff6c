import { feedStore } from '../../../platform/feed/feeds.ts';
import { invitationStore } from '../store/invitation-store.ts';
import { notificationStore } from '../store/notification-store.ts';
import { sessionStore } from '../store/session-store.ts';
import { type SpaceNameDeps, spaceNames } from './names.ts';

const mostRows = 1_000;

/** What is stored about a person in spaces, except what may be long. */
export async function storedInSpaces(deps: SpaceNameDeps, userId: string): Promise<Record<string, unknown>> {
  const { reading } = deps.database;
  const invitations = invitationStore(reading);
  const sessions = await sessionStore(reading).by(userId);
  const [sent, received] = [await invitations.by(userId), await invitations.to(userId)];
  const names = await spaceNames(deps, userId);
  const feed = await feedStore(reading).of(userId);
  const notifications = feed ? await notificationStore(reading).newest(feed.feed, mostRows) : [];
  const where = ({ space_id, created_at }: { space_id: string; created_at: number }) => ({
    space: names.get(space_id) ?? null,
    created_at: isoTime(created_at),
  });
  return {
    'space-invitations': {
      sent: sent.map((row) => ({
        ...where(row),
        is_link: row.to_user === null,
        expires_at: isoTime(row.expires_at),
      })),
      received: received.map((row) => ({ ...where(row), expires_at: isoTime(row.expires_at) })),
    },
    // Others may have moved and renamed them since.
    'space-sessions': sessions.map((row) => ({
      ...where(row),
      ...(names.has(row.space_id) && {
        title: row.title,
        starts_at: isoTime(row.starts_at),
        minutes: row.minutes,
      }),
    })),
    notifications: notifications.map((row) => ({ ...where(row), kind: row.kind })),
  };
}

/** As it stands in a copy of a person's data. */
export const isoTime = (instant: number | null) =>
  instant === null ? null : new Date(instant).toISOString();
