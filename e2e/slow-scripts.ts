import type { Page } from '@playwright/test';

/** Holds back every script whose name begins with it, until it is let go. */
export async function holdScripts(page: Page, name: string): Promise<() => void> {
  const isLetGo = Promise.withResolvers<void>();
  await page.route(new RegExp(`/assets/${name}[^/]*\\.js$`), async (route) => {
    await isLetGo.promise;
    await route.continue();
  });
  return isLetGo.resolve;
}
