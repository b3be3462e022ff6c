import type { Page } from '@playwright/test';
import { expectDashboard, type Member, type Server } from './account.ts';
import { expectClean } from './axe.ts';
import { expect, isLongRun } from './journey.ts';
import { signOutButton, test } from './member.ts';
import { storedDraft } from './stored.ts';

test.describe('signing out', () => {
  /** Puts something into every kind of browser storage. */
  async function fill(page: Page) {
    await page.evaluate(async () => {
      localStorage.setItem('openai_api_key', 'not-a-key');
      localStorage.setItem('polylogue.draft', 'Half a thought');
      sessionStorage.setItem('polylogue.draft', 'Half a thought');
      // biome-ignore lint/suspicious/noDocumentCookie: a cookie is what must go
      document.cookie = 'left=over; path=/';
      await caches.open('left-over');
      await new Promise((resolve) => {
        indexedDB.open('left-over').onsuccess = ({ target }) => {
          (target as IDBOpenDBRequest).result.close();
          resolve(null);
        };
      });
    });
  }

  const left = (page: Page) =>
    page.evaluate(async () => ({
      local: { ...localStorage },
      session: { ...sessionStorage },
      cookies: document.cookie,
      caches: await caches.keys(),
      databases: await indexedDB.databases(),
    }));
  const nothing = { local: {}, session: {}, cookies: '', caches: [], databases: [] };

  const isOver = (api: Server, { refresh_token }: Member) =>
    api.call('POST /api/auth/refresh', {}, { headers: { 'x-refresh-token': refresh_token } }).then(
      () => false,
      ({ status }) => status === 401,
    );

  test('says what goes too, then clears everything and goes to /login [AUTH-04 AUTH-08 AUTH-09 CHECK-40]', async ({
    page,
    context,
    ada,
    api,
  }) => {
    await page.goto('/dashboard');
    await expectDashboard(page);
    await fill(page);
    const dialog = await signOutButton(page);
    await expect(dialog).toContainText('your provider keys, settings and drafts');
    await expect(dialog).toContainText('Half a thought');
    if (isLongRun) await expectClean(page);

    await dialog.getByRole('button', { name: 'Stay signed in' }).click();
    await expect(dialog).toBeHidden();
    expect((await left(page)).local).toMatchObject({ access_token: ada.access_token });

    const asked = page.waitForRequest((request) => new URL(request.url()).pathname === '/login');
    const again = await signOutButton(page);
    await again.getByRole('button', { name: 'Sign out and clear' }).click();
    await asked;
    await expect(page).toHaveURL('/signin');
    await expect(page.getByLabel('Username or Email')).toBeVisible();
    const { local, ...rest } = await left(page);
    expect({ ...rest, local: { ...local, 'polylogue.clock_offset': undefined } }).toEqual({
      ...nothing,
      local: {},
    });
    expect(await context.cookies()).toEqual([]);
    expect(await isOver(api, ada)).toBe(true);
  });

  test('leaves no file of theirs in the cache of the browser [CHECK-40] @rest', async ({
    page,
    ada,
    baseURL,
    watched,
  }) => {
    const body = new FormData();
    body.append('file', new File(['Dear diary'], 'diary.txt', { type: 'text/plain' }));
    const headers = { authorization: `Bearer ${ada.access_token}` };
    const stored = await fetch(`${baseURL}/api/upload`, { method: 'POST', headers, body });
    const { pathname } = new URL(((await stored.json()) as { url: string }).url);
    const read = (cache: RequestCache) =>
      page.evaluate(
        ([path, cache]) =>
          fetch(path, { cache, mode: 'same-origin' }).then(
            (answer) => answer.text(),
            () => null,
          ),
        [pathname, cache] as const,
      );
    await page.goto('/dashboard');
    await expectDashboard(page);
    expect(await read('default')).toBe('Dear diary');
    expect(await read('only-if-cached')).toBe('Dear diary');

    const dialog = await signOutButton(page);
    await dialog.getByRole('button', { name: 'Sign out and clear' }).click();
    await expect(page).toHaveURL('/signin');
    watched.expectErrors(/Failed to load resource: net::ERR_CACHE_MISS/);
    expect(await read('only-if-cached')).toBe(null);
  });

  test('shows nobody else what was typed before a sign-in expired, and its owner again @rest', async ({
    page,
    ada,
  }) => {
    const box = page.getByRole('textbox', { name: 'Message' });
    await page.goto('/chat');
    await box.fill('Dear diary');
    await expect.poll(() => storedDraft(page)).toBe('Dear diary');
    await page.evaluate(() => {
      localStorage.removeItem('access_token');
      localStorage.removeItem('refresh_token');
    });
    await page.reload();
    await box.fill('Who else is here?');
    await expect.poll(() => storedDraft(page)).toBe('Who else is here?');
    await page.reload();
    await expect(box).toHaveValue('Who else is here?');
    await page.evaluate(({ access_token, refresh_token }) => {
      localStorage.setItem('access_token', access_token);
      localStorage.setItem('refresh_token', refresh_token);
    }, ada);
    await page.reload();
    await expect(box).toHaveValue('Dear diary');
  });

  test('works offline [CHECK-40] @rest', async ({ page, context, ada: _signedIn, watched }) => {
    await page.goto('/dashboard');
    await expectDashboard(page);
    await fill(page);
    // The code for signing out is fetched when idle.
    const loaded = () =>
      page.evaluate(() =>
        performance
          .getEntriesByType('resource')
          .map(({ name }) => name)
          .join(),
      );
    await expect.poll(loaded).toMatch(/sign-out-dialog-/);
    await expect.poll(loaded).toMatch(/popups-/);
    await watched.goOffline();
    const dialog = await signOutButton(page);
    await dialog.getByRole('button', { name: 'Sign out and clear' }).click();
    // Without a connection no other page can be loaded.
    await expect(page).toHaveURL(/chrome-error|login/);
    await context.setOffline(false);
    await page.goto('/privacy');
    expect(await left(page)).toEqual(nothing);
  });

  test('waits three seconds for a server that does not answer, and no longer [QUERY-02] @rest', async ({
    page,
    ada: _signedIn,
  }) => {
    await page.route('**/api/auth/signout', () => {});
    await page.goto('/dashboard');
    await expectDashboard(page);
    const dialog = await signOutButton(page);
    await dialog.getByRole('button', { name: 'Sign out and clear' }).click();
    await expect(page).toHaveURL('/signin');
  });

  test('says so when its question cannot be loaded, and asks at the next press @rest', async ({
    page,
    ada: _signedIn,
    watched,
  }) => {
    watched.expectErrors(/Failed to load resource|could not be loaded/);
    await page.route('**/assets/sign-out-dialog-*', (route) => route.abort());
    await page.goto('/dashboard');
    await expectDashboard(page);
    await signOutButton(page);
    await expect(page.getByRole('alert')).toHaveText(/^The sign-out dialog could not be opened/);
    await page.unroute('**/assets/sign-out-dialog-*');
    await expect(await signOutButton(page)).toBeVisible();
  });
});

test.describe('signing out while there is a conversation', () => {
  test.use({ provider: 'openai' });

  test('names a temporary chat, and asks no second time @rest', async ({ page, chat, ada: _signedIn }) => {
    await page.goto('/chat');
    await chat.temporary.click();
    await chat.ask('/say Here.');
    await page.getByRole('link', { name: 'Polylogue' }).first().click();
    await expectDashboard(page);
    const dialog = await signOutButton(page);
    await expect(dialog).toContainText('the temporary conversation (2 messages)');
    let questions = 0;
    page.on('dialog', async (question) => {
      questions += 1;
      await question.accept();
    });
    await dialog.getByRole('button', { name: 'Sign out and clear' }).click();
    await expect(page).toHaveURL('/signin');
    expect(questions).toBe(0);
  });
});
