import type { SafeStorage } from '../../lib/storage.ts';

interface Page {
  addEventListener(name: 'pagehide' | 'pageshow', heard: (event: { persisted: boolean }) => void): void;
}

interface ComingBackNeeds {
  /** Who is signed in in this browser; null when nobody is. */
  owner(): string | null;
  /** What signing out clears. */
  browser: Pick<SafeStorage, 'read' | 'write'>;
  /** Whose chat it was is not there any more: nothing of it may be seen. */
  onGone(): void;
}

const entry = 'polylogue.frozen';

/**
 * A page that the browser kept frozen hears of no other tab. Coming back it is the chat of whoever was signed in when it
 * was left, or of nobody's. A sign-in that ran out takes no work along; signing out does, and so does somebody else.
 */
export function watchComingBack(page: Page, { owner, browser, onGone }: ComingBackNeeds): void {
  let left: string | null = null;

  page.addEventListener('pagehide', ({ persisted }) => {
    if (!persisted) return;
    left = owner();
    // Gone when the page comes back, somebody has signed out meanwhile.
    if (left !== null) browser.write(entry, '1');
  });

  page.addEventListener('pageshow', ({ persisted }) => {
    if (!persisted || left === null) return;
    const now = owner();
    if (now === left || (now === null && browser.read(entry) !== null)) return;
    onGone();
  });
}
