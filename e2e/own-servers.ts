import type { Page } from '@playwright/test';
import type { HostName, Imitation } from '@polylogue/imitation';
import type { Watch } from './watch.ts';

/** Lets an imitated server answer at its real address. Below it stand the paths of the server itself, `/v1/models`. */
export async function answerAt(
  page: Page,
  watched: Watch,
  origin: string,
  imitation: Imitation,
  host: HostName,
) {
  watched.expectHost(new URL(origin).host);
  await page.route(`${origin}/**`, async (route) => {
    const { pathname, search } = new URL(route.request().url());
    const response = await route.fetch({ url: `${imitation.url}/${host}${pathname}${search}` });
    await route.fulfill({ response });
  });
}
