import type { Clock } from '../../lib/schedule/clock.ts';
import type { SafeStorage } from '../../lib/state/storage.ts';

interface Page {
  addEventListener(name: 'pagehide' | 'pageshow', heard: (event: { persisted: boolean }) => void): void;
}

interface ComingBackNeeds {
  /** Who is signed in in this browser; null when nobody is. */
  owner(): string | null;
  /** What signing out clears. */
  browser: Pick<SafeStorage, 'read' | 'write'>;
  clock: Pick<Clock, 'after'>;
  /** Whose chat it was is not there any more: nothing of it may be seen. */
  onGone(): void;
}

const entry = 'polylogue.frozen';
/** Milliseconds after which it is looked again: what another tab has stored may reach a page after it has come back. */
const looks = [50, 250, 1_000];

/**
 * A page that the browser had frozen hears of no other tab. Coming back it is the chat of the person who was signed in when it
 * was left, or of nobody's. A sign-in that ran out takes no work along; signing out does, and so does somebody else.
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
    // Gone when the page comes back, somebody has signed out meanwhile.
    if (left !== null) browser.write(entry, '1');
  });
  page.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) look(looks);
  });
}
