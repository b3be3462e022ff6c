import { expect, test, vi } from 'vitest';
import { Browser } from '../sync/testing/browser.ts';

/** A page of an account with these rooms stored. */
async function pageWith(...ids: string[]) {
  const browser = new Browser();
  browser.signIn('ada');
  const sync = await browser.open();
  const [{ storedRoom }, membership] = await Promise.all([
    import('./stored-room.ts'),
    import('./membership.ts'),
  ]);
  const room = (id: string) => storedRoom<{ of: string }>('ada', id, 1);
  // Loads what stores: loaded after the test, it would belong to the next one.
  await room('any').read();
  for (const id of ids) await sync.putOwnSnapshot('ada', `room ${id}`, { shape: 1, snapshot: { of: id } });
  async function stored() {
    const found = await Promise.all(ids.map((id) => room(id).read()));
    return found.flatMap((snapshot) => snapshot?.of ?? []);
  }
  return { ...membership, browser, stored };
}

const own = (space_id: string, closed_at: number | null = null) => ({ space: { space_id }, closed_at });

test('who leaves a space takes what is stored of it along, wherever they leave it [SPACE-18]', async () => {
  const page = await pageWith('s1', 's2');
  page.justLeft('s1');
  await vi.waitFor(async () => expect(await page.stored()).toEqual(['s2']));
});

test('what is stored of spaces that are not among one’s own any more, or closed, is deleted [SPACE-18]', async () => {
  const page = await pageWith('s1', 's2', 's3');
  await page.reportingLeft(async () => [own('s1'), own('s2', 1_000), own('s4')]);
  await vi.waitFor(async () => expect(await page.stored()).toEqual(['s1']));
});

test('a list of another account, or none, deletes nothing', async () => {
  const page = await pageWith('s1');
  const heard = vi.fn();
  page.onLeft(heard);
  await page
    .reportingLeft(async () => {
      page.browser.signIn('ben');
      return [];
    })
    .catch(() => {});
  await page.reportingLeft(() => Promise.reject(new TypeError('Failed to fetch'))).catch(() => {});
  expect(heard).not.toHaveBeenCalled();
});

test('who asks later hears what is known already, but not of a space joined after the list was asked for', async () => {
  const page = await pageWith();
  const before = Date.now();
  await page.reportingLeft(async () => [own('s1')]);
  const heard: boolean[] = [];
  page.onLeft((hasLeft) => {
    heard.push(hasLeft('s1', before - 1_000), hasLeft('s2', before - 1_000), hasLeft('s2', before + 60_000));
  });
  expect(heard).toEqual([false, true, false]);
});
