import { challengePages } from '@polylogue/contract/challenge-pages';

// A document gets its content security policy once, when it loads. Only form documents may run
// Cloudflare's script, and nothing else may happen in them: entering and leaving them is a full page load.

/** Whether this document was loaded as one of the forms, however far the app has navigated since. */
export function isFormDocument(): boolean {
  const [loaded] = performance.getEntriesByType('navigation');
  return isForm(new URL(loaded?.name ?? location.href, location.href).pathname);
}

/** Whether reloading this address would load a form document. */
export function isFormPage(): boolean {
  return isForm(location.pathname);
}

/** From now on, every page that is not a form is loaded in full. wouter announces its navigations by these names. */
export function reloadOnLeave() {
  for (const event of ['popstate', 'pushState', 'replaceState']) {
    addEventListener(event, () => {
      if (!isFormPage()) location.reload();
    });
  }
}

function isForm(path: string): boolean {
  return challengePages.some((page) => page === path.replace(/\/$/, ''));
}
