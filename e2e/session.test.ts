import type { Page, Request } from '@playwright/test';
import {
  expectDashboard,
  expiringIn,
  keepTokens,
  type Member,
  type Server,
  server,
  takeTokens,
} from './account.ts';
import { expectClean } from './axe.ts';
import { test as base, expect } from './journey.ts';

interface Fixtures {
  /** Somebody new, signed in in this browser. */
  ada: Member;
  api: Server;
  /** How often a path was asked so far. */
  times(path: string): number;
}

const test = base.extend<Fixtures>({
  provider: null,
  api: async ({ baseURL }, use) => use(server(baseURL ?? '')),
  ada: async ({ api, context }, use) => {
    const ada = await api.signUp();
    await keepTokens(context, ada);
    await use(ada);
  },
  times: async ({ watched }, use) =>
    use(
      (path) =>
        watched.requests.filter((request: Request) => new URL(request.url()).pathname === path).length,
    ),
});

const refresh = '/api/auth/refresh';
const me = '/api/v1/user/me';

const tokens = (page: Page) =>
  page.evaluate(() => [localStorage.getItem('access_token'), localStorage.getItem('refresh_token')]);

/** Lets the stored access token look as if it expired so many seconds from now. */
async function expire(page: Page, ada: Member, seconds = -1) {
  await page.evaluate(
    (token) => localStorage.setItem('access_token', token),
    expiringIn(seconds, ada.access_token),
  );
}

const signOutButton = async (page: Page) => {
  await page.getByRole('button', { name: 'Your account' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  return page.getByRole('dialog', { name: 'Sign out?' });
};

test.describe('who may see what', () => {
  for (const path of ['/', '/signin', '/signup', '/forgot-password', '/reset-password?code=x']) {
    test(`${path} sends whoever is signed in to the dashboard [ROUTE-05 ROLE-03 AUTH-03]`, async ({
      page,
      ada,
    }) => {
      expect(ada.username).toBeTruthy();
      await page.goto(path);
      await expectDashboard(page);
    });
  }

  test('a sign-in page sends whoever is signed in to where they were going [ROUTE-07]', async ({
    page,
    ada,
  }) => {
    expect(ada.username).toBeTruthy();
    await page.goto('/signin?redirectAfterSignIn=%2Fspaces%3Fa%3Db%23c');
    await expect(page).toHaveURL('/spaces?a=b#c');
  });

  for (const elsewhere of ['//example.org', '/\\example.org', 'https://example.org', '/%09/example.org']) {
    test(`nobody is led to ${elsewhere} [ROUTE-07 ROUTE-08]`, async ({ page, ada }) => {
      expect(ada.username).toBeTruthy();
      await page.goto(`/signin?redirectAfterSignIn=${elsewhere}`);
      await expectDashboard(page);
    });
  }

  test('the dashboard sends a visitor to the landing page [ROUTE-06]', async ({ page }) => {
    await page.goto('/dashboard');
    await expect(page).toHaveURL('/');
    await expect(page.getByRole('link', { name: 'Login' }).first()).toBeVisible();
  });

  test('every other page of members asks a visitor to sign in, and leads there afterwards [ROUTE-07 AUTH-01]', async ({
    page,
    api,
  }) => {
    const { username, password } = await api.signUp();
    await page.goto('/spaces?tab=1');
    await expect(page).toHaveURL('/signin?redirectAfterSignIn=%2Fspaces%3Ftab%3D1');
    // The way there is kept from sign-in to sign-up and back.
    await page.getByRole('main').getByRole('link', { name: 'Sign up' }).click();
    await expect(page).toHaveURL('/signup?redirectAfterSignIn=%2Fspaces%3Ftab%3D1');
    await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
    await page.getByLabel('Username or Email').fill(username);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await expect(page.getByRole('checkbox', { name: 'I am a person' })).toBeChecked();
    await page.getByRole('button', { name: 'Sign In' }).click();
    await expect(page).toHaveURL('/spaces?tab=1');
  });

  test('while it is found out who is signed in the small snake is shown, and nothing else [ROUTE-10]', async ({
    page,
    ada,
  }) => {
    expect(ada.username).toBeTruthy();
    let answer = () => {};
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route(`**${me}`, async (route) => {
      await answered;
      await route.continue();
    });
    for (const path of ['/dashboard', '/signin']) {
      await page.goto(path);
      await expect(page.getByRole('status')).toHaveText('Checking whether you are signed in');
      await expect(page.locator('svg[class*=_snake_]')).toBeVisible();
      await expect(page.getByRole('heading')).toHaveCount(0);
    }
    // The chat waits for nobody.
    await page.goto('/chat');
    await expect(page.getByRole('textbox', { name: 'Message' })).toBeVisible();
    await page.goto('/dashboard');
    answer();
    await expectDashboard(page);
  });

  test('/login is the sign-in page and keeps its query', async ({ page }) => {
    await page.goto('/login?redirectAfterSignIn=%2Fspaces');
    await expect(page).toHaveURL('/signin?redirectAfterSignIn=%2Fspaces');
  });
});

test.describe('staying signed in', () => {
  test('an expired token is refreshed before the request, and the new ones are kept [AUTH-11 TOKEN-01]', async ({
    page,
    ada,
    times,
  }) => {
    await page.goto('/privacy');
    await expire(page, ada);
    await page.goto('/dashboard');
    await expectDashboard(page);
    expect([times(refresh), times(me)]).toEqual([1, 1]);
    const [access, refreshToken] = await tokens(page);
    expect(access?.split('.')).toHaveLength(3);
    expect(refreshToken).not.toBe(ada.refresh_token);
    await page.reload();
    await expectDashboard(page);
    expect([times(refresh), times(me)]).toEqual([1, 2]);
  });

  test('after a 401 the token is refreshed and the request made once more [AUTH-12]', async ({
    page,
    ada,
    times,
    watched,
  }) => {
    watched.expectErrors(/Failed to load resource.*401/);
    await page.goto('/privacy');
    // It looks good to the browser; the server knows better.
    await expire(page, ada, 500);
    await page.goto('/dashboard');
    await expectDashboard(page);
    expect([times(refresh), times(me)]).toEqual([1, 2]);
  });

  test('a request that is refused again is not made a third time', async ({ page, ada, times, watched }) => {
    expect(ada.username).toBeTruthy();
    watched.expectErrors(/Failed to load resource.*401/);
    await page.route(`**${me}`, (route) => route.fulfill({ status: 401, body: '' }));
    await page.goto('/dashboard');
    await expect(page).toHaveURL('/');
    expect([times(refresh), times(me)]).toEqual([1, 2]);
    expect(await tokens(page)).toEqual([null, null]);
  });

  test('six tabs that wake at once make one refresh, and nobody is signed out [AUTH-13]', async ({
    context,
    page,
    ada,
    times,
  }) => {
    await page.goto('/privacy');
    await expire(page, ada);
    const others = await Promise.all([1, 2, 3, 4, 5].map(() => context.newPage()));
    const pages = [page, ...others];
    await Promise.all(pages.map((tab) => tab.goto('/dashboard')));
    for (const tab of pages) await expectDashboard(tab);
    expect(times(refresh)).toBe(1);
  });

  test('a browser whose clock is two hours ahead stays signed in, and refreshes no more than others', async ({
    page,
    ada,
    times,
  }) => {
    expect(ada.username).toBeTruthy();
    await page.clock.setSystemTime(Date.now() + 2 * 3_600_000);
    await page.goto('/dashboard');
    await expectDashboard(page);
    const first = times(refresh);
    expect(first).toBeLessThanOrEqual(1);
    await page.reload();
    await expectDashboard(page);
    expect(times(refresh)).toBe(first);
  });

  for (const malformed of ['abc', 'a.b', 'a.b.c']) {
    test(`the malformed token ${malformed} is cleared, and nobody is signed in [AUTH-06]`, async ({
      page,
      times,
    }) => {
      await page.goto('/privacy');
      await page.evaluate((token) => {
        localStorage.setItem('refresh_token', 'refresh');
        localStorage.setItem('access_token', token);
      }, malformed);
      await page.goto('/dashboard');
      await expect(page).toHaveURL('/');
      expect(await tokens(page)).toEqual([null, null]);
      expect([times(refresh), times(me)]).toEqual([0, 0]);
    });
  }

  test('a refresh that is refused signs out and clears the tokens [AUTH-05 AUTH-14]', async ({
    page,
    ada,
    api,
    watched,
  }) => {
    watched.expectErrors(/Failed to load resource.*401/);
    await page.goto('/privacy');
    await expire(page, ada);
    await api.call('POST /api/auth/signout', {}, { headers: { 'x-refresh-token': ada.refresh_token } });
    await page.goto('/spaces');
    await expect(page).toHaveURL('/signin?redirectAfterSignIn=%2Fspaces');
    expect(await tokens(page)).toEqual([null, null]);
  });

  test('a server that fails keeps the tokens, says so, and goes on once it is back [AUTH-07]', async ({
    page,
    ada,
    watched,
  }) => {
    watched.expectErrors(/Failed to load resource.*503/);
    await page.route(`**${me}`, (route) => route.fulfill({ status: 503, body: '' }));
    await page.goto('/spaces');
    await expect(page).toHaveURL('/signin?redirectAfterSignIn=%2Fspaces');
    await expect(page.getByText('The server does not answer. You stay signed in')).toBeVisible();
    await expectClean(page);
    expect(await tokens(page)).toEqual([ada.access_token, ada.refresh_token]);

    await page.unroute(`**${me}`);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page).toHaveURL('/spaces');
  });

  test('offline keeps the tokens, and being online again is enough to go on', async ({
    page,
    context,
    ada,
    watched,
  }) => {
    watched.expectErrors(/Failed to load resource/);
    await page.route(`**${me}`, (route) => route.abort());
    await page.goto('/dashboard');
    await expect(page).toHaveURL('/');
    expect(await tokens(page)).toEqual([ada.access_token, ada.refresh_token]);
    await page.unroute(`**${me}`);
    await context.setOffline(true);
    await context.setOffline(false);
    await expectDashboard(page);
  });
});

test.describe('tabs', () => {
  test('signing out in one tab signs out in all [AUTH-15]', async ({ page, context, ada }) => {
    expect(ada.username).toBeTruthy();
    await page.goto('/dashboard');
    await expectDashboard(page);
    const other = await context.newPage();
    await other.goto('/spaces');
    await expect(other.getByRole('heading', { name: 'Spaces', level: 1 })).toBeVisible();
    const dialog = await signOutButton(page);
    await dialog.getByRole('button', { name: 'Sign out and clear' }).click();
    await expect(page).toHaveURL('/signin');
    await expect(other).toHaveURL('/signin?redirectAfterSignIn=%2Fspaces');
  });

  test('signing in in one tab signs in in all [AUTH-15]', async ({ page, context, api }) => {
    await page.goto('/signin');
    await expect(page.getByLabel('Username or Email')).toBeVisible();
    const other = await context.newPage();
    await other.goto('/privacy');
    await takeTokens(other, await api.signUp());
    await expectDashboard(page);
  });

  test('somebody else who signs in in one tab is who is signed in in all [AUTH-15]', async ({
    page,
    context,
    ada,
    api,
  }) => {
    await page.goto('/dashboard');
    await expectDashboard(page);
    await page.getByRole('button', { name: 'Your account' }).click();
    await expect(page.getByRole('menu')).toContainText(ada.email);
    await page.keyboard.press('Escape');
    const grace = await api.signUp();
    const other = await context.newPage();
    await other.goto('/privacy');
    await takeTokens(other, grace);
    await page.getByRole('button', { name: 'Your account' }).click();
    await expect(page.getByRole('menu')).toContainText(grace.email);
  });
});

test.describe('signing out', () => {
  /** Puts something into every place a browser has. */
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

  test('says what goes too, then clears everything and goes to /login [AUTH-04 AUTH-08 AUTH-09]', async ({
    page,
    context,
    ada,
    api,
  }) => {
    await page.goto('/dashboard');
    await expectDashboard(page);
    await fill(page);
    const dialog = await signOutButton(page);
    await expect(dialog).toContainText('your provider keys and settings, and your drafts');
    await expect(dialog).toContainText('Half a thought');
    await expectClean(page);

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

  test('works offline', async ({ page, context, ada, watched }) => {
    expect(ada.username).toBeTruthy();
    watched.expectErrors(/Failed to load resource/);
    await page.goto('/dashboard');
    await expectDashboard(page);
    await fill(page);
    // What it takes to leave comes while nothing else is to be done.
    const loaded = () =>
      page.evaluate(() =>
        performance
          .getEntriesByType('resource')
          .map(({ name }) => name)
          .join(),
      );
    await expect.poll(loaded).toMatch(/sign-out-dialog-/);
    await expect.poll(loaded).toMatch(/menu-list-/);
    await page.waitForLoadState('networkidle');
    await context.setOffline(true);
    const dialog = await signOutButton(page);
    await dialog.getByRole('button', { name: 'Sign out and clear' }).click();
    // There is no page to go to without a connection.
    await page.waitForURL(/chrome-error|login/);
    await context.setOffline(false);
    await page.goto('/privacy');
    expect(await left(page)).toEqual(nothing);
  });

  test('says so when its question cannot be loaded, and asks at the next press', async ({
    page,
    ada,
    watched,
  }) => {
    expect(ada.username).toBeTruthy();
    watched.expectErrors(/Failed to load resource|could not be loaded/);
    await page.route('**/assets/sign-out-dialog-*', (route) => route.abort());
    await page.goto('/dashboard');
    await expectDashboard(page);
    await signOutButton(page);
    await expect(page.getByRole('alert')).toHaveText(/^Signing out could not be opened/);
    await page.unroute('**/assets/sign-out-dialog-*');
    await expect(await signOutButton(page)).toBeVisible();
  });
});

test.describe('signing out while there is a conversation', () => {
  test.use({ provider: 'openai' });

  test('names a conversation that only this tab has, and asks no second time', async ({
    page,
    chat,
    ada,
  }) => {
    expect(ada.username).toBeTruthy();
    await page.goto('/chat');
    await chat.ask('/say Here.');
    await page.getByRole('banner').getByRole('link', { name: 'Polylogue' }).click();
    await expectDashboard(page);
    const dialog = await signOutButton(page);
    await expect(dialog).toContainText('the conversation in the chat (2 messages)');
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

test.describe('the event log', () => {
  test('debug=true shows it on any page, with Clear and Close [ROUTE-09] @phone', async ({ page, ada }) => {
    await page.goto('/dashboard?debug=true');
    const panel = page.getByRole('region', { name: 'Event log' });
    const row = (text: string) => panel.getByRole('row').filter({ hasText: text });
    await expect(row('signed-in')).toContainText('auth');
    await expect(row(`GET ${me}`)).toContainText('200');
    const text = await panel.evaluate((element) => element.textContent);
    for (const secret of [ada.access_token, ada.refresh_token, ada.username])
      expect(text).not.toContain(secret);

    await expectClean(page);

    await panel.getByRole('button', { name: 'Clear' }).click();
    await expect(panel).toContainText('Nothing has happened yet.');
    await panel.getByRole('button', { name: 'Close' }).click();
    await expect(panel).toBeHidden();
    await expect(page).toHaveURL('/dashboard');
  });

  test('shows refreshes, and nothing of a token', async ({ page, ada, watched }) => {
    watched.expectErrors(/Failed to load resource.*401/);
    await page.goto('/privacy');
    await expire(page, ada, 500);
    await page.goto('/spaces?debug=true');
    const panel = page.getByRole('region', { name: 'Event log' });
    await expect(panel.getByRole('row').filter({ hasText: 'New tokens' })).toContainText('refresh');
    await expect(panel.getByRole('row').filter({ hasText: `GET ${me}` })).toHaveText([/200/, /401/]);
  });
});

test.describe('the event log of the chat', () => {
  test.use({ provider: 'openai' });
  test('tells of a stream, not what is said in it [ROUTE-09]', async ({ page, chat }) => {
    await page.goto('/chat?debug=true');
    const panel = page.getByRole('region', { name: 'Event log' });
    await expect(panel).toBeVisible();
    await chat.ask('/say Walrus.');
    await expect(panel.getByRole('row').filter({ hasText: 'stream' })).toHaveText([
      /answer of openai ended.*done/,
      /answer of openai began/,
      /question to openai/,
    ]);
    await expect(panel).not.toContainText('Walrus');
  });
});

test('the waiver is asked for once, before the pages of members', async ({ page, context, api }) => {
  const grace = await api.signUp(undefined, { waiver: false });
  await keepTokens(context, grace);
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { name: 'Before you begin' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Welcome back!' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Accept' }).click();
  await expectDashboard(page);
  await page.reload();
  await expectDashboard(page);
});
