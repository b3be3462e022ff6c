import type { OwnSpace, PostRow } from '@polylogue/contract';
import { hasEnded } from '@polylogue/sync/turns';

/** Browsers without notifications count as having refused them. */
export const notificationPermission = (): NotificationPermission =>
  'Notification' in globalThis ? Notification.permission : 'denied';

export const requestNotificationPermission = async (): Promise<NotificationPermission> =>
  'Notification' in globalThis ? Notification.requestPermission() : 'denied';

/** Whether this post deserves a notification while the page is hidden. */
export function shouldNotify(row: PostRow, notify: OwnSpace['notify'], me: string): boolean {
  if (row.kind !== 'post' || row.by_id === me || row.deleted_at !== null) return false;
  return notify === 'all' || (notify === 'mentions' && row.mentions.includes(me));
}

/** The answer to the reader's own question, when it has just become ready. */
export function readyAnswer(
  before: readonly PostRow[],
  now: readonly PostRow[],
  notify: OwnSpace['notify'],
  me: string,
): PostRow | null {
  if (before === now || notify === 'none') return null;
  const isOpen = ({ turn, by_id }: PostRow) => turn !== null && by_id === me && !hasEnded(turn);
  const open = new Set(before.filter(isOpen).map(({ message_id }) => message_id));
  return now.find(({ message_id, turn }) => turn?.state === 'done' && open.has(message_id)) ?? null;
}

/** Shows a notification outside the page; if several tabs do, one is visible. */
export function showNotification(title: string, body: string, tag: string): void {
  if (notificationPermission() !== 'granted') return;
  try {
    const shown = new Notification(title, { body, tag });
    shown.onclick = () => {
      window.focus();
      shown.close();
    };
  } catch {
    // Chromium on Android allows them only in service workers; ours then leads back to this page.
    navigator.serviceWorker?.ready
      .then((worker) => worker.showNotification(title, { body, tag, data: location.pathname }))
      .catch(() => {});
  }
}
