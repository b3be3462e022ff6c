import type { OwnSpace, PostRow } from '@polylogue/contract';

/** Browsers that have no notifications are as those in which they were refused. */
export const permission = (): NotificationPermission =>
  'Notification' in globalThis ? Notification.permission : 'denied';

export const askForPermission = async (): Promise<NotificationPermission> =>
  'Notification' in globalThis ? Notification.requestPermission() : 'denied';

/** Whether a browser should tell somebody who does not look at the space of this post. */
export function isWorthTelling(row: PostRow, notify: OwnSpace['notify'], me: string): boolean {
  if (row.kind !== 'post' || row.by_id === me || row.deleted_at !== null) return false;
  return notify === 'all' || (notify === 'mentions' && row.mentions.includes(me));
}

/** Shows it outside of the page; of several tabs that do, one is seen. */
export function announce(title: string, body: string, tag: string): void {
  if (permission() !== 'granted') return;
  try {
    const shown = new Notification(title, { body, tag });
    shown.onclick = () => {
      window.focus();
      shown.close();
    };
  } catch {
    // Android's Chromium has them for service workers alone.
  }
}
