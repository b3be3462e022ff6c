import type { BrowserContext, Frame, Page } from '@playwright/test';

/**
 * Stores these entries of local storage before the next document of a browser runs its scripts. A page for that alone
 * costs half a second of a processor, as does Playwright's own `storageState`.
 */
export function storeEntries(context: BrowserContext, entries: Record<string, string>): Promise<void> {
  return beforeNextDocument(
    context,
    (entries) => {
      for (const [name, value] of Object.entries(entries)) localStorage.setItem(name, value);
    },
    entries,
  );
}

/** Runs a function in the next document of a browser, before its own scripts, and in no later one. */
export async function beforeNextDocument<Given>(
  context: BrowserContext,
  act: (given: Given) => unknown,
  given: Given,
): Promise<void> {
  // A page is blank before it is anything else, and may show frames of other servers.
  const content = `if (window === top && location.protocol !== 'about:') (${act})(${JSON.stringify(given)});`;
  const script = await context.addInitScript({ content });
  function pass(frame: Frame) {
    if (frame.parentFrame() || !frame.url().startsWith('http')) return;
    context.off('page', watch);
    for (const page of context.pages()) page.off('framenavigated', pass);
    // What the page does with what is stored stays.
    void script.dispose().catch(() => {});
  }
  const watch = (page: Page) => void page.on('framenavigated', pass);
  context.on('page', watch);
  context.pages().forEach(watch);
}
