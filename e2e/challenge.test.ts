import type { Page } from '@playwright/test';
import { expectDashboard, newPerson } from './account.ts';
import { holdChallenges } from './auth-form.ts';
import { expectClean } from './axe.ts';
import { expect, test } from './journey.ts';

test.use({ provider: null });

const box = (page: Page) => page.getByRole('checkbox', { name: 'I am human' });
const group = (page: Page) => page.getByRole('group', { name: 'Challenge' });

async function fillIn(page: Page) {
  const { email, username, password } = newPerson();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
}

test('a challenge is solved while the form is filled in, and lets a person in @rest', async ({
  page,
  watched,
}) => {
  await page.goto('/signup');
  await fillIn(page);
  await expect(box(page)).toBeChecked();
  await page.getByRole('button', { name: 'Sign Up' }).click();
  await page.waitForURL('/dashboard');
  await expect
    .poll(() => watched.requests.filter((request) => request.url().includes('/api/challenge')).length)
    .toBe(1);
});

test('the progress of the challenge is announced, and axe finds nothing at any stage @rest', async ({
  page,
}) => {
  const letGo = await holdChallenges(page);
  await page.goto('/signup');
  await expect(group(page).getByRole('status')).toHaveText('Checking…');
  await expect(box(page)).not.toBeChecked();
  await expect(box(page)).toHaveAccessibleDescription('Checking…');
  await expectClean(page);
  letGo();
  await expect(group(page).getByRole('status')).toHaveText('Checked');
  await expect(box(page)).toBeChecked();
  await expectClean(page);
});

test('a challenge that cannot be fetched says so, and can be retried by keyboard @rest', async ({
  page,
  watched,
}) => {
  watched.expectErrors(/Failed to load resource/);
  await page.route('**/api/challenge?*', (route) => route.abort('internetdisconnected'));
  await page.goto('/signup');
  const said = group(page).getByRole('alert');
  await expect(said).toContainText('The server could not be reached. Check your connection, then try again.');
  await expectClean(page);
  await page.unroute('**/api/challenge?*');
  await box(page).focus();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Try again' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(box(page)).toBeChecked();
  await expect(said).toHaveCount(0);
});

test('ticking the box is enough to start it, and a solved one stays solved @rest', async ({
  page,
  watched,
}) => {
  watched.expectErrors(/Failed to load resource/);
  await page.route('**/api/challenge?*', (route) => route.abort('internetdisconnected'));
  await page.goto('/signup');
  await expect(group(page).getByRole('alert')).toBeVisible();
  await page.unroute('**/api/challenge?*');
  await box(page).press('Space');
  await expect(box(page)).toBeChecked();
  await box(page).press('Space');
  await expect(box(page)).toBeChecked();
});

test('after each failed submit there is another token @rest', async ({ page, watched }) => {
  watched.expectErrors(/401/);
  const tokens: (string | undefined)[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/auth/signin')) tokens.push(request.headers()['x-challenge-token']);
  });
  await page.goto('/signin');
  await page.getByLabel('Username or email').fill('nobody-at-all');
  await page.getByLabel('Password', { exact: true }).fill('Wrong-horse-7');
  for (const attempt of [1, 2]) {
    await expect(box(page)).toBeChecked();
    await page.getByRole('button', { name: 'Sign In' }).click();
    await expect.poll(() => tokens.length).toBe(attempt);
    await expect(page.getByText('Incorrect username or password')).toBeVisible();
  }
  expect(tokens[0]).toMatch(/^[\w+/=]{300,}$/);
  expect(new Set(tokens).size).toBe(2);
});

test('a challenge is renewed before it expires @rest', async ({ page, watched }) => {
  const asked = () => watched.requests.filter((request) => request.url().includes('/api/challenge')).length;
  await page.clock.install();
  await page.goto('/signup');
  await expect(box(page)).toBeChecked();
  await page.clock.runFor(4 * 60_000);
  await expect.poll(asked).toBe(2);
  await expect(box(page)).toBeChecked();
  await fillIn(page);
  await page.getByRole('button', { name: 'Sign Up' }).click();
  await expectDashboard(page).catch(() => expect(page).toHaveURL('/dashboard'));
});
