import { storage } from '../../lib/state/storage.ts';
import { notificationPermission } from './permission.ts';

const wordsEntry = 'polylogue.notification_words';

/** Whether notifications on this device may show what was written: others may see its screen. */
export const notificationWordsShown = {
  read: () => storage.read(wordsEntry) !== 'off',
  set: (isShown: boolean) => (isShown ? storage.remove(wordsEntry) : void storage.write(wordsEntry, 'off')),
};

const shown = new Map<string, Notification>();

interface Shown {
  title: string;
  /** What was written, left out where its reader does not allow it. */
  words: string;
  /** Of the same tag there is one at a time, in all tabs. */
  tag: string;
  /** Where a press leads, unless the page is there. */
  path: string;
}

/** Shows a notification outside the page; if several tabs do, one is visible. A press leads there with `go`. */
export function showNotification({ title, words, tag, path }: Shown, go: (path: string) => void): void {
  if (notificationPermission() !== 'granted') return;
  const body = notificationWordsShown.read() ? words : '';
  try {
    const one = new Notification(title, { body, tag });
    shown.set(tag, one);
    one.onclick = () => {
      window.focus();
      one.close();
      if (path !== location.pathname) go(path);
    };
  } catch {
    // Chromium on Android allows them only in service workers; ours then leads back to this page.
    navigator.serviceWorker?.ready
      .then((worker) => worker.showNotification(title, { body, tag, data: path }))
      .catch(() => {});
  }
}

/** Takes it back, from wherever this browser shows it. */
export function closeNotification(tag: string): void {
  shown.get(tag)?.close();
  shown.delete(tag);
  navigator.serviceWorker?.ready
    .then(async (worker) => {
      for (const one of await worker.getNotifications({ tag })) one.close();
    })
    .catch(() => {});
}
