import { spawn } from 'node:child_process';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { waiverVersion } from '@polylogue/contract/waiver-version';
import { flakySiteKey, testKeys } from '@polylogue/imitation';
import { newPerson, server } from './account.ts';
import { expectClean } from './axe.ts';
import { test as base, expect } from './journey.ts';
import { pngOf } from './pictures.ts';
import { createSpace, idOf, log } from './room.ts';

interface Servers {
  url: string;
  cloudflare: string;
}

const cloudflare = 'https://challenges.cloudflare.com';

/** A server whose challenge is Turnstile, and browsers that find an imitation where Cloudflare is. */
const test = base.extend<object, { servers: Servers }>({
  servers: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from this pattern what a fixture needs
    async ({}, use) => {
      const root = join(import.meta.dirname, '..');
      const child = spawn(process.execPath, ['apps/server/src/testing/turnstile-process.ts'], {
        cwd: root,
        stdio: ['pipe', 'pipe', 'inherit'],
      });
      const ended = new Promise((resolve) => child.once('exit', resolve));
      const line = await new Promise<string>((resolve, reject) => {
        child.stdout.once('data', (data) => resolve(String(data)));
        child.once('exit', () => reject(new Error('The server with Turnstile did not start.')));
      });
      await use(JSON.parse(line));
      child.stdin.end();
      await ended;
    },
    { scope: 'worker' },
  ],
  provider: null,
  baseURL: ({ servers }, use) => use(servers.url),
  context: async ({ context, servers }, use) => {
    await context.route(`${cloudflare}/**`, async (route) => {
      const { pathname, search } = new URL(route.request().url());
      const answer = await fetch(servers.cloudflare + pathname + search);
      const headers = { 'content-type': answer.headers.get('content-type') ?? '' };
      await route.fulfill({ status: answer.status, headers, body: await answer.text() });
    });
    await use(context);
  },
  watched: async ({ watched }, use) => {
    watched.expectHost(new URL(cloudflare).host);
    await use(watched);
  },
});

/** The page is shown another site key than the server has. */
async function useSite(page: Page, siteKey: string) {
  await page.route('**/api/auth/options', async (route) => {
    const answer = await route.fetch();
    const options = await answer.json();
    await route.fulfill({ json: { ...options, challenge: { kind: 'turnstile', site_key: siteKey } } });
  });
}

const widget = 'iframe[title="Widget containing a Cloudflare security challenge"]';
const frame = (page: Page) => page.frameLocator(widget);
// A page that is reloading cannot be evaluated.
const hasForeignScript = (page: Page) => page.evaluate(() => 'turnstile' in window).catch(() => true);

async function fillIn(page: Page) {
  const { email, username, password } = newPerson();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
}

test('a person signs up past Turnstile, and no script of it is left beside what comes next @rest', async ({
  page,
}) => {
  await page.goto('/signup');
  await expect(frame(page).getByText('Verify you are human')).toBeVisible();
  expect(await hasForeignScript(page)).toBe(true);
  await expectClean(page);
  await fillIn(page);
  await page.getByRole('button', { name: 'Sign Up' }).click();
  await page.waitForURL('/dashboard');
  await expect.poll(() => hasForeignScript(page)).toBe(false);
});

test('coming to a form from another page loads its own document @rest', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('link', { name: 'Sign Up' }).first().click();
  await expect(page).toHaveURL('/signup');
  await expect(frame(page).getByText('Verify you are human')).toBeVisible();
});

test('who is invited presses Join, signs up past Turnstile, and is in the room with their name and picture [ROOM-02] @rest', async ({
  page,
  baseURL,
}) => {
  const api = server(baseURL ?? '');
  const challenge = { headers: { 'x-challenge-token': testKeys.token } };
  const { username, email, password } = newPerson();
  const body = { username, email, password };
  const owner = { ...body, ...(await api.call('POST /api/auth/signup', { body }, challenge)) };
  await api.as(owner, 'POST /api/v1/user/me/waiver', { body: { waiver: waiverVersion } });
  const params = { space_id: idOf(await createSpace(api, owner)) };
  const code = 'book-club-by-invitation'.slice(0, 22);
  const link = { invitation_id: crypto.randomUUID(), code };
  await api.as(owner, 'POST /api/v1/spaces/:space_id/invitations', { params, body: link });

  await page.goto(`/spaces/join/${code}`);
  await page.getByLabel('Your name').fill('Grace Hopper');
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose a picture' }).click();
  await (await choosing).setFiles({ name: 'me.png', mimeType: 'image/png', buffer: pngOf(64, 64) });
  await expect(page.getByRole('button', { name: 'Remove picture' })).toBeVisible();
  await page.getByRole('button', { name: 'Join', exact: true }).click();
  await expect(page).toHaveURL(/\/signup/);
  await expect(frame(page).getByText('Verify you are human')).toBeVisible();
  await fillIn(page);
  await page.getByRole('button', { name: 'Sign Up' }).click();
  await expect(log(page)).toContainText('You joined');
  await expect
    .poll(
      async () => (await api.as(owner, 'GET /api/v1/spaces/:space_id/members', { params, query: {} })).people,
    )
    .toContainEqual(
      expect.objectContaining({ first_name: 'Grace', profile_picture_url: expect.stringContaining('/') }),
    );
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain('asked_to_join');
});

test.describe('coming to a form from another page on a slow network', () => {
  /** Opens the sign-up form; the challenge settings arrive only when the returned function is called. */
  async function comeSlowly(page: Page) {
    const { promise, resolve } = Promise.withResolvers<void>();
    await page.route('**/api/auth/options', async (route) => {
      await promise;
      await route.continue();
    });
    await page.goto('/');
    await page.getByRole('link', { name: 'Sign Up' }).first().click();
    await expect(page).toHaveURL('/signup');
    return resolve;
  }

  test('text typed meanwhile is there after the page was reloaded @rest', async ({ page }) => {
    const tell = await comeSlowly(page);
    await page.getByLabel('Email').fill('ada@example.com');
    await page.getByLabel('Username').fill('ada');
    tell();
    await expect(frame(page).getByText('Verify you are human')).toBeVisible();
    await expect(page.getByLabel('Email')).toHaveValue('ada@example.com');
    await expect(page.getByLabel('Username')).toHaveValue('ada');
    expect(await page.evaluate(() => ({ ...sessionStorage }))).toEqual({});
  });

  test('only its owner can discard a password typed meanwhile @rest', async ({ page }) => {
    const tell = await comeSlowly(page);
    await fillIn(page);
    const typed = await page.getByLabel('Email').inputValue();
    tell();
    await expect(page.getByText('What you typed stays, except for passwords.')).toBeVisible();
    await expect(page.getByLabel('Password', { exact: true })).not.toHaveValue('');
    const stored = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));
    expect(stored).not.toContain('horse');
    await expectClean(page);
    await page.getByRole('button', { name: 'Reload' }).click();
    await expect(frame(page).getByText('Verify you are human')).toBeVisible();
    await expect(page.getByLabel('Email')).toHaveValue(typed);
    await expect(page.getByLabel('Password', { exact: true })).toHaveValue('');
  });
});

test('going from form to form stays, leaving them loads anew @rest', async ({ page }) => {
  const documents: string[] = [];
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) documents.push(request.url());
  });
  await page.goto('/signin');
  await expect(frame(page).getByText('Verify you are human')).toBeVisible();
  await page.getByRole('link', { name: 'Sign up' }).click();
  await expect(page).toHaveURL('/signup');
  await expect(frame(page).getByText('Verify you are human')).toBeVisible();
  expect(documents).toHaveLength(1);
  await page.goBack();
  await expect(page).toHaveURL('/signin');
  await page.evaluate(() => history.pushState(null, '', '/chat'));
  await expect.poll(() => hasForeignScript(page)).toBe(false);
  await expect(page).toHaveURL('/chat');
});

test('a box that must be pressed is reached by keyboard from the form @rest', async ({ page }) => {
  await useSite(page, testKeys.sites.asks);
  await page.goto('/signup');
  const box = frame(page).getByRole('checkbox', { name: 'Verify you are human' });
  await expect(box).toBeVisible();
  await fillIn(page);
  await page.getByRole('button', { name: 'Sign Up' }).press('Enter');
  await expect(page.getByText('Please complete the Turnstile challenge.')).toBeVisible();
  await page.keyboard.press('Tab');
  // A frame of another process gets the focus only after the key press has been handled.
  await expect(page.locator(widget)).toBeFocused();
  await page.keyboard.press('Space');
  await expect(page.getByText('Please complete the Turnstile challenge.')).toHaveCount(0);
  await page.getByRole('button', { name: 'Sign Up' }).press('Enter');
  await page.waitForURL('/dashboard');
  await expect.poll(() => hasForeignScript(page)).toBe(false);
});

test('a challenge that cannot be solved says what to try @rest', async ({ page }) => {
  await page.clock.install();
  await useSite(page, testKeys.sites.blocks);
  await page.goto('/signup');
  const said = page.getByRole('alert').filter({ hasText: 'challenges.cloudflare.com' });
  await expect(said).toBeVisible();
  await expectClean(page);
  // The second try waits until the clock advances.
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(said).toHaveCount(0);
  await page.clock.resume();
  await expect(said).toBeVisible();
});

test('a challenge that has failed is tried again by hand alone @rest', async ({ page }) => {
  await page.clock.install();
  await useSite(page, flakySiteKey);
  await page.goto('/signup');
  const said = page.getByRole('alert').filter({ hasText: 'challenges.cloudflare.com' });
  await expect(said).toBeVisible();
  await fillIn(page);
  await page.clock.runFor(30_000);
  await page.getByRole('button', { name: 'Sign Up' }).click();
  const unsolved = page.getByText('Please complete the Turnstile challenge.');
  await expect(unsolved).toBeVisible();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(frame(page).getByText('Verify you are human')).toBeVisible();
  await expect(said).toHaveCount(0);
  await expect(unsolved).toHaveCount(0);
  await page.getByRole('button', { name: 'Sign Up' }).click();
  await page.waitForURL('/dashboard');
  await expect.poll(() => hasForeignScript(page)).toBe(false);
});

test('a script that does not come says so, and comes at another try @rest', async ({
  page,
  context,
  watched,
}) => {
  watched.expectErrors(/Failed to load resource/);
  const api = `${cloudflare}/turnstile/v0/api.js*`;
  await context.route(api, (route) => route.abort('blockedbyclient'));
  await page.goto('/signup');
  await expect(page.getByRole('alert').filter({ hasText: 'challenges.cloudflare.com' })).toBeVisible();
  await context.unroute(api);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(frame(page).getByText('Verify you are human')).toBeVisible();
});
