import { expectDashboard, signInFromOtherTab } from './account.ts';
import { expectClean } from './axe.ts';
import { expect } from './journey.ts';
import { expire, me, refresh, signOutButton, test, tokens } from './member.ts';

test.describe('staying signed in', () => {
  test('an expired token is refreshed before the request, and the new ones are stored [AUTH-11 TOKEN-01] @rest', async ({
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

  test('after a 401 the token is refreshed and the request made once more [AUTH-12] @rest', async ({
    page,
    ada,
    times,
    watched,
  }) => {
    watched.expectErrors(/Failed to load resource.*401/);
    await page.goto('/privacy');
    // It looks valid to the browser, and the server rejects it.
    await expire(page, ada, 500);
    await page.goto('/dashboard');
    await expectDashboard(page);
    expect([times(refresh), times(me)]).toEqual([1, 2]);
  });

  test('a request that is refused again is not made a third time @rest', async ({
    page,
    ada: _signedIn,
    times,
    watched,
  }) => {
    watched.expectErrors(/Failed to load resource.*401/);
    await page.route(`**${me}`, (route) => route.fulfill({ status: 401, body: '' }));
    await page.goto('/dashboard');
    await expect(page).toHaveURL('/');
    expect([times(refresh), times(me)]).toEqual([1, 2]);
    expect(await tokens(page)).toEqual([null, null]);
  });

  test('six tabs that wake at once share a refresh, and none is signed out [AUTH-13 CHECK-39 FAULT-11] @rest', async ({
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
    // One at a time: a tab that does not yet see the tokens of the one before gets the same ones again.
    expect(times(refresh)).toBeLessThan(6);
    const before = times(refresh);
    for (const tab of pages) await tab.reload();
    for (const tab of pages) await expectDashboard(tab);
    expect(times(refresh)).toBe(before);
  });

  test('a browser whose clock is two hours ahead stays signed in, and refreshes no more than others [FAULT-13] @rest', async ({
    page,
    ada: _signedIn,
    times,
  }) => {
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
    test(`the malformed token ${malformed} is cleared, and the page is signed out [AUTH-06] @rest`, async ({
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

  test('a refresh that is refused signs out and clears the tokens [AUTH-05 AUTH-14] @rest', async ({
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

  test('a server that fails keeps the tokens, says so, and goes on once it is back [AUTH-07] @rest', async ({
    page,
    ada,
    watched,
  }) => {
    watched.expectErrors(/Failed to load resource.*503/);
    await page.route(`**${me}`, (route) => route.fulfill({ status: 503, body: '' }));
    await page.goto('/spaces');
    await expect(page).toHaveURL('/signin?redirectAfterSignIn=%2Fspaces');
    await expect(page.getByText('The server is not answering. You are still signed in')).toBeVisible();
    await expectClean(page);
    expect(await tokens(page)).toEqual([ada.access_token, ada.refresh_token]);

    await page.unroute(`**${me}`);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page).toHaveURL('/spaces');
  });

  test('offline keeps the tokens, and being online again is enough to go on @rest', async ({
    page,
    context,
    ada,
    watched,
  }) => {
    watched.expectErrors(/Failed to load resource|could not be loaded/);
    await page.route(`**${me}`, (route) => route.abort());
    await page.goto('/dashboard');
    await expect(page).toHaveURL('/');
    expect(await tokens(page)).toEqual([ada.access_token, ada.refresh_token]);
    await page.unroute(`**${me}`);
    await watched.goOffline();
    await context.setOffline(false);
    await expectDashboard(page);
  });
});

test.describe('tabs', () => {
  test('signing out in one tab signs out in all [AUTH-15]', async ({ page, context, ada: _signedIn }) => {
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

  test('signing in in one tab signs in in all [AUTH-15] @rest', async ({ page, context, api }) => {
    await page.goto('/signin');
    await expect(page.getByLabel('Username or Email')).toBeVisible();
    const other = await context.newPage();
    await other.goto('/privacy');
    await signInFromOtherTab(other, await api.signUp());
    await expectDashboard(page);
  });

  test('another member who signs in in one tab is signed in in all of them [AUTH-15] @rest', async ({
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
    await signInFromOtherTab(other, grace);
    await page.getByRole('button', { name: 'Your account' }).click();
    await expect(page.getByRole('menu')).toContainText(grace.email);
  });
});

test.describe('a page that comes back from the browser’s memory', () => {
  const comeBack = () => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));

  test('is not the page of the member who was signed in before @rest', async ({ page, ada, api }) => {
    await page.goto('/settings/account');
    await expect(page.getByText(ada.email)).toBeVisible();
    const grace = await api.signUp();
    // No event: a frozen page receives none.
    await signInFromOtherTab(page, grace);
    await page.evaluate(comeBack);
    await expect(page.getByText(grace.email)).toBeVisible();
    await expect(page.getByText(ada.email)).toHaveCount(0);
  });

  test('begins anew where it was left for good @rest', async ({ page, ada: _signedIn }) => {
    await page.goto('/dashboard');
    await expectDashboard(page);
    // As if the user had gone there and back again.
    await page.route('**/login', (route) => route.abort('aborted'));
    const gone = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/login'));
    await (await signOutButton(page)).getByRole('button', { name: 'Sign out and clear' }).click();
    await gone;
    await page.evaluate(comeBack);
    await expect(page).toHaveURL('/');
    await expect(page.getByRole('link', { name: 'Sign Up' }).first()).toBeVisible();
  });
});
