import type { Notification } from '@polylogue/contract';
import { counted } from '../../lib/text/counts.ts';
import { shortTime, whenOf } from '../../lib/text/time.ts';
import { nameOf } from '../person/index.ts';

/** What a notification from a space says. */
export function notificationWords(notification: Notification): string {
  const { kind, by, space_name, session_title, starts_at } = notification;
  const who = by ? nameOf(by) : 'A former member';
  const when = starts_at === null ? '' : whenOf(starts_at);
  const session = `${session_title === null ? 'A session' : `The session “${session_title}”`} in ${space_name}`;
  switch (kind) {
    case 'mention':
      return `${who} mentioned you in ${space_name}`;
    case 'invitation':
      return `${who} invites you to ${space_name}`;
    case 'session':
      return `${session} was scheduled for ${when}`;
    case 'session-moved':
      return `${session} was moved to ${when}`;
    case 'session-cancelled':
      return `${session} on ${when} was cancelled`;
    case 'session-soon':
      // It is read after that, too.
      return starts_at === null
        ? `${session} is about to begin`
        : `${session} begins at ${shortTime(new Date(starts_at))}`;
    case 'waiting':
      return notification.count === 1
        ? `A question waits for a key in ${space_name}`
        : `${counted(notification.count)} questions wait for a key in ${space_name}`;
    case 'answer':
      return `The AI has answered your question in ${space_name}`;
    // A newer server may know more kinds.
    default:
      return `Something happened in ${space_name}`;
  }
}

/** Where a notification leads. */
export function notificationAddress({ kind, space_id, message_id }: Notification): string {
  if (kind === 'invitation') return '/spaces';
  return message_id === null ? `/spaces/${space_id}` : `/spaces/${space_id}#${message_id}`;
}
