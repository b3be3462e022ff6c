import type { AroundNavHandler } from 'wouter';
import { askedAgain } from '../lib/page/asked-again.ts';
import { isUnsaved, mayLeavePage } from '../lib/unsaved/unsaved.ts';

/** How long the old page is shown while the new one's code is on its way, in ms. */
const patience = 1_000;

/** What is known of the page at a path. */
export interface Prepared {
  isHere(): boolean;
  prepare(): Promise<unknown>;
}

/**
 * Goes to another page when its code is here, so that nobody looks at an empty one in between, and begins at its top.
 * The last one asked for counts. A page with something unsaved is asked first.
 */
export function going(pageAt: (path: string) => Prepared | undefined): AroundNavHandler {
  let count = 0;
  const wentBack = () => {
    count += 1;
  };

  return async (navigate, to, options) => {
    const { pathname, search, hash } = new URL(to, location.href);
    // A page that writes its state into its address goes nowhere.
    if (options?.replace && pathname === location.pathname) return navigate(to, options);
    // Back counts, too; heard once, however often this is said.
    addEventListener('popstate', wentBack);
    count += 1;
    const own = count;
    if (isUnsaved() && pathname !== location.pathname) {
      if (!(await mayLeavePage()) || own !== count) return;
    }
    const page = pageAt(pathname);
    if (page && !page.isHere()) {
      const late = new Promise((resolve) => setTimeout(resolve, patience));
      // Code that cannot be had is asked for again by the page itself, which says so.
      await Promise.race([page.prepare().catch(() => {}), late]);
    }
    if (own !== count) return;
    const isThere = pathname === location.pathname && search === location.search && !hash;
    // Nobody goes back to where they are.
    navigate(to, isThere ? { ...options, replace: true } : options);
    if (isThere) askedAgain();
    if (!hash && !options?.replace) scrollTo(0, 0);
  };
}
