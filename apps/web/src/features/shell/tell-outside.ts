import type { Notification } from '@polylogue/contract';
import { holdInView, isInView } from '../../lib/page/in-view.ts';
import { closeNotification, showNotification } from '../../ui/browser-notifications/index.ts';
import { notificationAddress, notificationWords } from './notification-words.ts';

/** The same as the room uses of a message, so that there is one of it. */
const tagOf = ({ kind, message_id, notification_id }: Notification) =>
  kind === 'waiting' || message_id === null ? notification_id : message_id;

interface OutsideNeeds {
  /** Whether the person has any page of the app on their screen. */
  isInView(): Promise<boolean>;
  show: typeof showNotification;
  close: typeof closeNotification;
}

/** Shows what is new outside the page while no page is in view, and takes back what was read or answered elsewhere. */
export function tellingOutside({ isInView, show, close }: OutsideNeeds) {
  /** By id when each was created: one that counts up is new again. */
  const told = new Map<string, { at: number; tag: string }>();
  return async (
    notifications: readonly Notification[],
    since: number,
    go: (path: string) => void,
  ): Promise<void> => {
    const current = new Map(notifications.map((one) => [one.notification_id, one]));
    for (const [id, { tag }] of told) {
      if (current.get(id)?.is_read === false) continue;
      told.delete(id);
      close(tag);
    }
    const news = notifications.filter(
      (one) => !one.is_read && one.created_at > since && told.get(one.notification_id)?.at !== one.created_at,
    );
    if (news.length === 0) return;
    for (const one of news) told.set(one.notification_id, { at: one.created_at, tag: tagOf(one) });
    if (await isInView()) return;
    for (const one of news) {
      const [title, path] = [notificationWords(one), notificationAddress(one)];
      show({ title, words: one.text ?? '', tag: tagOf(one), path }, go);
    }
  };
}

holdInView('app');

/** What a page does with the notifications that it has. */
export const tellOutside = tellingOutside({
  isInView: () => isInView('app'),
  show: showNotification,
  close: closeNotification,
});
