import type { Clock } from '../../lib/schedule/clock.ts';
import type { SafeStorage } from '../../lib/state/storage.ts';

interface Page {
  addEventListener(name: 'pagehide' | 'pageshow', listener: (event: { persisted: boolean }) => void): void;
}

interface BfcacheNeeds {
  /** Who is signed in in this browser; null: no one. */
  owner(): string | null;
  /** The storage that signing out clears. */
  browser: Pick<SafeStorage, 'read' | 'write'>;
  clock: Pick<Clock, 'after'>;
  /** The owner of the chat has signed out: none of it may be seen. */
  onOwnerChanged(): void;
}

const entry = 'polylogue.frozen';
/** When to check again, in ms: what another tab has stored may reach a page only after it has been restored. */
const delays = [50, 250, 1_000];

/**
 * A page in the back/forward cache is not notified by other tabs. When it is restored, it must not show its chat if the
 * account it belongs to has signed out or another one has signed in. If the sign-in has only expired, the chat stays.
 */
export function watchBfcache(page: Page, { owner, browser, clock, onOwnerChanged }: BfcacheNeeds): void {
  let left: string | null = null;

  function hasOwnerChanged(): boolean {
    const now = owner();
    return now === null ? browser.read(entry) === null : now !== left;
  }

  function check([next, ...others]: readonly number[]) {
    if (left === null) return;
    if (hasOwnerChanged()) {
      left = null;
      onOwnerChanged();
    } else if (next !== undefined) clock.after(next, () => check(others));
  }

  page.addEventListener('pagehide', ({ persisted }) => {
    left = persisted ? owner() : null;
    // If this entry is missing when the page is restored, there was a sign-out meanwhile.
    if (left !== null) browser.write(entry, '1');
  });
  page.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) check(delays);
  });
}
