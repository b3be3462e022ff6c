import { expectDashboard, storeSignIn } from './account.ts';
import { expect } from './journey.ts';
import { test } from './member.ts';

test.describe('who may see what', () => {
  for (const path of ['/', '/signin', '/signup']) {
    test(`${path} sends the person who is signed in to the dashboard [ROUTE-05 ROLE-03 AUTH-03] @rest`, async ({
      page,
      ada: _signedIn,
    }) => {
      await page.goto(path);
      await expectDashboard(page);
      await expect(page.getByText('You are signed in here')).toHaveCount(0);
    });
  }

  for (const path of ['/forgot-password', '/reset-password?code=x']) {
    test(`${path} sends the person who is signed in to the dashboard, and says where a password is changed [ROUTE-05 ROLE-03 AUTH-03] @rest`, async ({
      page,
      ada: _signedIn,
    }) => {
      await page.goto(path);
      await expectDashboard(page);
      await expect(page.getByText('You are signed in here')).toBeVisible();
      await page.getByRole('button', { name: 'Change password' }).click();
      await expect(page).toHaveURL('/settings/account');
    });
  }

  test('a sign-in page sends the person who is signed in to where they were going [ROUTE-07] @rest', async ({
    page,
    ada: _signedIn,
  }) => {
    await page.goto('/signin?redirectAfterSignIn=%2Fspaces%3Fa%3Db%23c');
    await expect(page).toHaveURL('/spaces?a=b#c');
  });

  for (const page of ['/signin', '/signup', '/login', '/forgot-password/', '/%53ignin']) {
    test(`${page}, which has nothing for the person who is signed in, is nowhere to be led to [ROUTE-07 ROUTE-08] @rest`, async ({
      page: tab,
      ada: _signedIn,
    }) => {
      await tab.goto(`/signin?${new URLSearchParams({ redirectAfterSignIn: page })}`);
      await expectDashboard(tab);
    });
  }

  for (const elsewhere of ['//example.org', '/\\example.org', 'https://example.org', '/%09/example.org']) {
    test(`no sign-in leads to ${elsewhere} [ROUTE-07 ROUTE-08 CHECK-73] @rest`, async ({
      page,
      ada: _signedIn,
    }) => {
      await page.goto(`/signin?redirectAfterSignIn=${elsewhere}`);
      await expectDashboard(page);
    });
  }

  test('a page of members asks a visitor to sign in, leads there afterwards, and from then on the sign-in page to the dashboard [DASH-01 ROLE-02 ROLE-03 ROUTE-05 ROUTE-06 ROUTE-07 AUTH-01 AUTH-03]', async ({
    page,
    api,
  }) => {
    const { username, password } = await api.signUp();
    // The dashboard alone has a page of its own for visitors.
    await page.goto('/dashboard');
    await expect(page).toHaveURL('/');
    await expect(page.getByRole('link', { name: 'Sign Up' })).toBeVisible();
    await page.goto('/spaces?tab=1');
    await expect(page).toHaveURL('/signin?redirectAfterSignIn=%2Fspaces%3Ftab%3D1');
    // The way there goes along from sign-in to sign-up and back.
    await page.getByRole('main').getByRole('link', { name: 'Sign up' }).click();
    await expect(page).toHaveURL('/signup?redirectAfterSignIn=%2Fspaces%3Ftab%3D1');
    await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
    await page.getByLabel('Username or Email').fill(username);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await expect(page.getByRole('checkbox', { name: 'I am human' })).toBeChecked();
    await page.getByRole('button', { name: 'Sign In' }).click();
    await expect(page).toHaveURL('/spaces?tab=1');
    await page.goto('/signin');
    await expectDashboard(page);
  });

  test('/login is the sign-in page and keeps its query @rest', async ({ page }) => {
    await page.goto('/login?redirectAfterSignIn=%2Fspaces');
    await expect(page).toHaveURL('/signin?redirectAfterSignIn=%2Fspaces');
  });
});

test('the waiver is asked for once, before the pages of members @rest', async ({ page, context, api }) => {
  const grace = await api.signUp(undefined, { waiver: false });
  await storeSignIn(context, grace);
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { name: 'Before you begin' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Welcome back!' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Accept' }).click();
  await expectDashboard(page);
  await page.reload();
  await expectDashboard(page);
});
