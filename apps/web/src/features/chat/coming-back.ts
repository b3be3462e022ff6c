import type { Clock } from '../../lib/schedule/clock.ts';
import type { SafeStorage } from '../../lib/state/storage.ts';

interface Page {
  addEventListener(name: 'pagehide' | 'pageshow', heard: (event: { persisted: boolean }) => void): void;
}

interface ComingBackNeeds {
  /** Who is signed in in this browser; null for nobody. */
  owner(): string | null;
  /** The storage that signing out clears. */
  browser: Pick<SafeStorage, 'read' | 'write'>;
  clock: Pick<Clock, 'after'>;
  /** The owner of the chat is gone: nothing of it may be seen. */
  onGone(): void;
}

const entry = 'polylogue.frozen';
/** When to look again, in ms: what another tab has stored may reach a page only after it has come back. */
const looks = [50, 250, 1_000];

/**
 * A frozen page hears nothing from other tabs. When it comes back, it may only show the chat of the person who was
 * signed in when it was left. An expired sign-in keeps their work; signing out, or another person's sign-in, does not.
 */
export function watchComingBack(page: Page, { owner, browser, clock, onGone }: ComingBackNeeds): void {
  let left: string | null = null;

  function isGone(): boolean {
    const now = owner();
    return now === null ? browser.read(entry) === null : now !== left;
  }

  function look([next, ...others]: readonly number[]) {
    if (left === null) return;
    if (isGone()) {
      left = null;
      onGone();
    } else if (next !== undefined) clock.after(next, () => look(others));
  }

  page.addEventListener('pagehide', ({ persisted }) => {
    left = persisted ? owner() : null;
    // If this entry is gone when the page comes back, somebody has signed out meanwhile.
    if (left !== null) browser.write(entry, '1');
  });
  page.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) look(looks);
  });
}
