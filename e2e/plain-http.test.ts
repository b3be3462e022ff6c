import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { expectDashboard, newPerson, server, signInFromOtherTab } from './account.ts';
import { test as base, expect } from './journey.ts';
import { expire, signOutButton, tokens } from './member.ts';

interface Lan {
  /** Its address in the home network. */
  url: string;
  /** The same, from this computer. */
  direct: string;
}

// As in a home network: a local name without https, for which browsers turn off half of their features.
const lanTest = base.extend({
  baseURL: async ({ baseURL }, use) => use(baseURL?.replace('localhost', 'chat.lan')),
  watched: async ({ watched }, use) => {
    watched.expectErrors(/Cross-Origin-Opener-Policy header has been ignored/);
    await use(watched);
  },
});

/** With a server that was started for such a network. */
const test = lanTest.extend<object, { lan: Lan }>({
  lan: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from this pattern what a fixture needs
    async ({}, use) => {
      const port = await freePort();
      const url = `http://chat.lan:${port}`;
      const data = mkdtempSync(join(tmpdir(), 'polylogue-lan-'));
      const child = spawn(process.execPath, ['apps/server/src/main.ts'], {
        cwd: join(import.meta.dirname, '..'),
        env: {
          ...process.env,
          PORT: String(port),
          HOST: '127.0.0.1',
          PUBLIC_URL: url,
          DATA_DIR: data,
          TRUST_PROXY: '1',
        },
        stdio: ['ignore', 'ignore', 'ignore'],
      });
      const ended = new Promise((resolve) => child.once('exit', resolve));
      const direct = `http://127.0.0.1:${port}`;
      await expect
        .poll(
          () =>
            fetch(`${direct}/readyz`).then(
              ({ ok }) => ok,
              () => false,
            ),
          { timeout: 30_000 },
        )
        .toBe(true);
      await use({ url, direct });
      child.kill('SIGTERM');
      await ended;
      rmSync(data, { recursive: true, force: true });
    },
    { scope: 'worker' },
  ],
  baseURL: ({ lan }, use) => use(lan.url),
});

function freePort(): Promise<number> {
  const probe = createServer();
  return new Promise((resolve) => {
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

lanTest(
  'without https a person chats, copies a reply and looks at it in the dark [INST-10]',
  async ({ page, chat }) => {
    await chat.open();
    expect(
      await page.evaluate(() => [
        isSecureContext,
        'clipboard' in navigator,
        'serviceWorker' in navigator,
        'locks' in navigator,
      ]),
    ).toEqual([false, false, false, false]);
    const reply = await chat.ask('/say The words to copy.');
    // Nothing can be shared here, so that it is copied as well.
    for (const name of ['Share message', 'Copy message']) {
      await reply.getByRole('button', { name }).click();
      await chat.box.focus();
      await page.keyboard.press('ControlOrMeta+v');
      await expect(chat.box).toHaveValue('The words to copy.');
      await chat.box.fill('');
    }
    await page.getByRole('button', { name: 'Appearance and shortcuts' }).click();
    await page.getByRole('menuitemradio', { name: 'Dark' }).click();
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe('dark');
    await page.keyboard.press('Escape');
    await chat.settings.click();
    await expect(chat.dialog).toBeVisible();
    await chat.save();
    await chat.expectToast('Settings saved');
  },
);

test.describe('without a mail server', () => {
  test.use({ provider: null });

  test('no address needs verification, and people find each other all the same [VERIFY-06 SEARCH-03] @rest', async ({
    page,
    lan,
  }) => {
    const api = server(lan.direct);
    const [ada, ben] = [await api.signUp(), await api.signUp()];
    const privacy_settings = { allow_search: true };
    await api.as(ben, 'PUT /api/v1/user/me', { body: { privacy_settings } });
    await page.goto('/forgot-password');
    await expect(page.getByText('This server does not send email: ask the person who runs it')).toBeVisible();

    await page.getByRole('textbox', { name: 'Email' }).fill(ada.email);
    await page.getByRole('button', { name: 'Send Reset Link' }).click();
    await expect(page.getByRole('status').getByText('Your link is ready')).toBeVisible();
    await expect(page.getByText('A password reset link has been sent')).toHaveCount(0);

    await signInFromOtherTab(page, ada);
    await page.goto('/dashboard');
    await page.getByRole('button', { name: 'Notifications' }).click();
    await expect(page.getByText('No notifications yet.')).toBeVisible();
    await expect(page.getByText('Verify your email address')).toHaveCount(0);

    await page.goto('/settings/account');
    await expect(page.getByText('not verified')).toBeVisible();
    await expect(page.getByText('This server does not send email: ask the person who runs it')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Send a new link' })).toHaveCount(0);

    await page.goto('/verify-email');
    await expect(page.getByText('This server does not send email: ask the person who runs it')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Send a new link' })).toHaveCount(0);

    await page.goto('/settings/privacy');
    await page.getByRole('switch', { name: 'Let others find you' }).press('Space');
    await expect(page.getByText('Others can find you now', { exact: true })).toBeVisible();

    await page.goto('/community?view=find');
    const box = page.getByRole('searchbox', { name: 'Name, username or email address' });
    await box.fill(ben.username);
    await expect(page.getByText('1 person found')).toBeVisible();
    await box.fill(ben.email);
    await expect(page.getByText(`No one found for “${ben.email}”.`)).toBeVisible();
    await expect(page.getByText('by their email address only if it is verified')).toBeVisible();
  });
});

test.describe('without https', () => {
  test.describe('on a first visit', () => {
    test.use({ provider: null });

    test('a person can still sign up [INST-10] @rest', async ({ page }) => {
      // The browser has to do in JavaScript what it otherwise does ten times faster.
      test.slow();
      await page.goto('/signup');
      expect(await page.evaluate(() => [isSecureContext, typeof crypto.subtle])).toEqual([
        false,
        'undefined',
      ]);
      const { email, username, password } = newPerson();
      await page.getByLabel('Email').fill(email);
      await page.getByLabel('Username').fill(username);
      await page.getByLabel('Password', { exact: true }).fill(password);
      await expect(page.getByRole('checkbox', { name: 'I am human' })).toBeChecked({ timeout: 60_000 });
      await page.getByRole('button', { name: 'Sign Up' }).click();
      await page.waitForURL('/dashboard');
    });
  });

  test('a member changes their settings and picture, in several tabs, and signs out [INST-10] @rest', async ({
    page,
    context,
    lan,
    watched,
  }) => {
    const ada = await server(lan.direct).signUp();
    await page.goto('/privacy');
    await signInFromOtherTab(page, ada);
    await page.goto('/settings/profile');
    await page.getByLabel('First name').fill('Ada');
    await page.getByRole('button', { name: /^Save/ }).click();
    await expect(page.getByText('Profile saved')).toBeVisible();

    await page.goto('/settings/pictures');
    const picture = await sharp({ create: { width: 400, height: 400, channels: 3, background: '#cc2222' } })
      .png()
      .toBuffer();
    const choosing = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Choose a profile picture' }).click();
    await (await choosing).setFiles({ name: 'red.png', mimeType: 'image/png', buffer: picture });
    const cutting = page.getByRole('dialog', { name: 'Crop your profile picture' });
    await expect(cutting.getByRole('application')).toBeVisible();
    await cutting.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Your profile picture is saved')).toBeVisible();
    await expect
      .poll(() =>
        page
          .locator('main img')
          .first()
          .evaluate((one: HTMLImageElement) => one.naturalWidth),
      )
      .toBeGreaterThan(0);

    // No locks: each tab may ask, and all are given the same.
    await page.goto('/privacy');
    await expire(page, ada);
    const others = await Promise.all([1, 2].map(() => context.newPage()));
    const refreshes = () =>
      watched.requests.filter((request) => new URL(request.url()).pathname === '/api/auth/refresh').length;
    const before = refreshes();
    await Promise.all([page, ...others].map((tab) => tab.goto('/dashboard')));
    for (const tab of [page, ...others]) await expectDashboard(tab);
    expect(refreshes() - before).toBeLessThanOrEqual(3);
    await page.reload();
    await expectDashboard(page);
    expect((await tokens(page)).every(Boolean)).toBe(true);

    // Chromium wants https for it; what is ours is cleared all the same.
    watched.expectErrors(
      /Clear-Site-Data header on .*: Not supported for insecure origins/,
      // What was underway when the sign-in ended.
      /Failed to load resource.*401/,
    );
    const dialog = await signOutButton(page);
    await dialog.getByRole('button', { name: 'Sign out and clear' }).click();
    await expect(page).toHaveURL('/signin');
    // Only the entry for whose conversations are stored here: a guest's.
    expect(await page.evaluate(() => ({ ...localStorage }))).toEqual({ 'polylogue.store': 'guest' });
  });
});
