import type { Notification } from '@polylogue/contract';

/**
 * The last unread notification that is about this space and ends with opening it: of an answer or a session. A reminder
 * that comes while the space is open tells something that the space does not show.
 */
export function lastToSee(
  notifications: readonly Notification[],
  space_id: string,
  openedAt: number,
): string | null {
  const isSeen = ({ kind, created_at }: Notification) => {
    // A mention ends when its message is read, an invitation when it is answered.
    if (kind === 'mention' || kind === 'invitation') return false;
    return kind !== 'session-soon' || created_at <= openedAt;
  };
  const last = notifications.find((one) => one.space_id === space_id && !one.is_read && isSeen(one));
  return last?.notification_id ?? null;
}
