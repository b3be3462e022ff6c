import type { Notification } from '@polylogue/contract';
import type { Clock } from '../../../lib/schedule/clock.ts';

/**
 * Up to when the notifications of this space's answers and sessions have been seen: until the last unread one was
 * created, or the last answer came, of which the server then does not notify. A reminder that comes while the space is
 * open says something that the space does not show, so it stays new until its session begins, and what comes after it.
 * Null if there is none to mark.
 */
export function seenUntil(
  notifications: readonly Notification[],
  space_id: string,
  openedAt: number,
  answeredAt = 0,
  now = 0,
): number | null {
  const unread = notifications.filter(
    // A mention ends when its message is read, an invitation when it is answered.
    ({ kind, ...one }) =>
      one.space_id === space_id && !one.is_read && kind !== 'mention' && kind !== 'invitation',
  );
  const reminders = unread.filter(
    ({ kind, created_at, starts_at }) =>
      kind === 'session-soon' && created_at > openedAt && (starts_at ?? Number.POSITIVE_INFINITY) > now,
  );
  const before = Math.min(...reminders.map(({ created_at }) => created_at));
  const seen = unread.map(({ created_at }) => created_at);
  if (answeredAt > openedAt) seen.push(answeredAt);
  const known = seen.filter((at) => at < before);
  return known.length === 0 ? null : Math.max(...known);
}

/** Calls back once the session begins that an unread reminder of this space is about. Returns a function that stops it. */
export function whenNextBegins(
  notifications: readonly Notification[],
  space_id: string,
  { now, after }: Clock,
  then: (starts_at: number) => void,
): () => void {
  const next = Math.min(
    ...notifications.flatMap(({ kind, is_read, starts_at, ...one }) =>
      kind === 'session-soon' && !is_read && one.space_id === space_id && starts_at && starts_at > now()
        ? starts_at
        : [],
    ),
  );
  return Number.isFinite(next) ? after(next - now(), () => then(next)) : () => {};
}
