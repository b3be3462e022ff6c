import type { OwnSpace, PostRow } from '@polylogue/contract';
import { hasEnded } from '@polylogue/sync/turns';

/** Browsers without notifications are treated as if they had been refused. */
export const permission = (): NotificationPermission =>
  'Notification' in globalThis ? Notification.permission : 'denied';

export const askForPermission = async (): Promise<NotificationPermission> =>
  'Notification' in globalThis ? Notification.requestPermission() : 'denied';

/** Whether to notify somebody who is not looking at the space about this post. */
export function isWorthTelling(row: PostRow, notify: OwnSpace['notify'], me: string): boolean {
  if (row.kind !== 'post' || row.by_id === me || row.deleted_at !== null) return false;
  return notify === 'all' || (notify === 'mentions' && row.mentions.includes(me));
}

/** The answer to a question of one's own, when it has just become ready. */
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
export function announce(title: string, body: string, tag: string): void {
  if (permission() !== 'granted') return;
  try {
    const shown = new Notification(title, { body, tag });
    shown.onclick = () => {
      window.focus();
      shown.close();
    };
  } catch {
    // Chromium on Android allows them only in service workers.
  }
}
