import type { AroundNavHandler } from 'wouter';
import { isPageUnsaved, mayLeavePage } from '../lib/drafts/unsaved-work.ts';
import { notifySamePageNavigation } from '../lib/page/same-page-navigation.ts';

/** How long the old page is shown while the new one's code is on its way, in ms. */
const patience = 1_000;
/** What a navigation carries that the user has been asked about. */
const agreed = 'agreed';

/** What is known about the page at a path. */
export interface LoadablePage {
  isLoaded(): boolean;
  prepare(): Promise<unknown>;
}

/**
 * Navigates once the code of the new page has loaded, so that no empty page is seen in between, and starts at its top.
 * The last navigation wins. Asks first when the current page has something unsaved.
 */
export function navigationHandler(pageAt: (path: string) => LoadablePage | undefined): AroundNavHandler {
  let count = 0;
  const wentBack = () => {
    count += 1;
  };

  return async (navigate, to, options) => {
    const { pathname, search, hash } = new URL(to, location.href);
    // A page that writes its state into its address stays where it is.
    if (options?.replace && pathname === location.pathname) return navigate(to, options);
    // Back counts too; adding the same listener again changes nothing.
    addEventListener('popstate', wentBack);
    count += 1;
    const own = count;
    if (isPageUnsaved() && pathname !== location.pathname) {
      if (!(await mayLeavePage()) || own !== count) return;
    }
    const page = pageAt(pathname);
    if (page && !page.isLoaded()) {
      const late = new Promise((resolve) => setTimeout(resolve, patience));
      // If the code cannot be loaded, the page itself says so and tries again.
      await Promise.race([page.prepare().catch(() => {}), late]);
    }
    if (own !== count) return;
    const isThere = pathname === location.pathname && search === location.search && !hash;
    // The current page does not get a second history entry.
    navigate(to, isThere ? { ...options, replace: true } : options);
    if (isThere) notifySamePageNavigation();
    if (!hash && !options?.replace) scrollTo(0, 0);
  };
}

/**
 * Has Back and Forward of the browser ask, too, when the current page has something unsaved: where the browser says
 * beforehand that they were pressed, and after which it lets the page stay only if somebody has used it.
 */
export function askBeforeTraversing(navigation: Navigation | undefined = window.navigation): void {
  navigation?.addEventListener('navigate', (event) => {
    const { key, url } = event.destination;
    if (event.navigationType !== 'traverse' || !event.cancelable || event.info === agreed) return;
    if (new URL(url).pathname === location.pathname || !isPageUnsaved()) return;
    event.preventDefault();
    void mayLeavePage().then((mayLeave) => mayLeave && navigation?.traverseTo(key, { info: agreed }));
  });
}
