import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import type { Page } from '@playwright/test';
import { expectDashboard } from './account.ts';
import { expectClean } from './axe.ts';
import { expect, isLongRun } from './journey.ts';
import { signOutButton, test } from './member.ts';

// All other journeys run without it: tests cannot delay or count the responses of a worker.
test.use({ serviceWorkers: 'allow' });

const dist = join(import.meta.dirname, '../apps/web/dist');
/** A replacement that the server sends instead. */
const [, lastServiceWorker = ''] =
  readFileSync(join(dist, '../../server/src/platform/web/last-service-worker.ts'), 'utf8').match(
    /`([^`]+)`/,
  ) ?? [];
const offline = /^You are offline\./;

/** Waits until the app would open without a connection. */
const cached = (page: Page) =>
  page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    // The whole installation is done by then.
    const [name = ''] = await caches.keys();
    return (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname);
  });

test('the app can be installed [INST-01] @rest', async ({ page, baseURL }) => {
  await page.goto('/chat');
  const href = await page.locator('link[rel=manifest]').getAttribute('href');
  const manifest = await (await page.request.get(href ?? '')).json();
  expect(manifest).toMatchObject({
    name: 'Polylogue',
    short_name: 'Polylogue',
    start_url: '/chat',
    display: 'standalone',
  });
  const tokens = readFileSync(join(import.meta.dirname, '../apps/web/src/ui/tokens.css'), 'utf8');
  const [, light, dark] = tokens.match(/--paper: light-dark\((#\w+), (#\w+)\)/) ?? [];
  expect([manifest.background_color, manifest.theme_color]).toEqual([light, light]);
  const themes = page.locator('meta[name=theme-color]');
  expect(await themes.evaluateAll((all) => all.map((meta) => meta.getAttribute('content')))).toEqual([
    light,
    dark,
  ]);
  // Each picture is what the manifest says it is.
  const icons: { src: string; sizes: string; purpose: string }[] = [
    ...manifest.icons,
    { src: '/apple-touch-icon.png', sizes: '180x180', purpose: 'any' },
  ];
  expect(icons.map(({ purpose }) => purpose)).toContain('maskable');
  for (const { src, sizes } of icons.filter(({ src }) => src.endsWith('.png'))) {
    const size = await page.evaluate(async (address) => {
      const picture = new Image();
      picture.src = address;
      await picture.decode();
      return `${picture.naturalWidth}x${picture.naturalHeight}`;
    }, new URL(src, baseURL).href);
    expect(size).toBe(sizes);
  }
  const session = await page.context().newCDPSession(page);
  const { errors } = await session.send('Page.getAppManifest');
  expect(errors).toEqual([]);
});

test.describe('with a provider', () => {
  test.use({ provider: 'openai' });

  test('the chat opens without a connection, says so, and goes on when there is one [INST-04 INST-05] @phone-rest', async ({
    page,
    context,
    chat,
    watched,
    imitation,
  }) => {
    await chat.open();
    await cached(page);
    await chat.box.fill('Half a thought');
    await watched.goOffline();
    await expect(page.getByRole('status').filter({ hasText: offline })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('status').filter({ hasText: offline })).toBeVisible();
    await expect(chat.box).toHaveValue('Half a thought');
    await expect(chat.box).toBeInViewport({ ratio: 1 });
    await expect(chat.send).toBeInViewport({ ratio: 1 });
    if (isLongRun) await expectClean(page);

    // The imitation is on this computer, which stays reachable while the browser is offline.
    await page.route(`${imitation.url}/**`, (route) => route.abort('internetdisconnected'));
    await chat.say('/say Nobody hears it.');
    await chat.expectToast(/Nothing answers at/, 'Is the server running?');
    await page.unroute(`${imitation.url}/**`);
    await context.setOffline(false);
    await expect(page.getByText(offline)).toHaveCount(0);
    await chat.questions.getByRole('button', { name: /again|retry/i }).click();
    await expect(chat.replies).toHaveCount(1);
  });
});

test('only hashed files and two documents are cached, whatever was requested [INST-03 CHECK-74] @rest', async ({
  page,
  ada: _signedIn,
  watched,
}) => {
  watched.expectErrors(/Failed to load resource.*404/);
  await page.goto('/chat');
  const worker = await cached(page);
  expect(worker).toContain('/chat');
  await page.goto('/dashboard');
  await expectDashboard(page);
  await page.goto('/settings/files');
  await expect(page.getByRole('heading', { name: 'Files', exact: true })).toBeVisible();
  await page.goto('/nowhere').catch(() => {});
  const all = await page.evaluate(async () => {
    const names = await caches.keys();
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return requests.flat().map(({ url }) => url);
  });
  const paths = all.map((url) => url.replace(new URL(url).origin, ''));
  expect(paths.filter((path) => !/^\/assets\/[\w.-]+$/.test(path)).sort()).toEqual(['/', '/chat']);
});

test('without a connection a member stays a member, is back with it, and clears the worker’s cache by signing out [INST-06 INST-07]', async ({
  page,
  context,
  ada,
  watched,
}) => {
  await page.goto('/dashboard');
  await expectDashboard(page);
  expect(await cached(page)).toContain('/chat');
  await watched.goOffline();
  await page.reload();
  await expect(page.getByRole('status').filter({ hasText: offline })).toContainText('you stay signed in');
  expect(await page.evaluate(() => localStorage.getItem('refresh_token'))).toBe(ada.refresh_token);
  await context.setOffline(false);
  await expectDashboard(page);

  // A tab without our scripts observes.
  const other = await context.newPage();
  await other.goto('/favicon.svg');
  const left = () =>
    other.evaluate(async () => ({
      caches: await caches.keys(),
      workers: (await navigator.serviceWorker.getRegistrations()).length,
      entries: Object.keys(localStorage),
    }));
  expect((await left()).workers).toBe(1);
  const dialog = await signOutButton(page);
  await expect(dialog).toBeVisible();
  await watched.goOffline();
  await dialog.getByRole('button', { name: 'Sign out and clear' }).click();
  await expect.poll(left).toEqual({ caches: [], workers: 0, entries: [] });
  // The browser's own error page is not ours.
  await page.close();
});

test('a new build shows with the next load, and a tab of before goes on [INST-09] @rest', async ({
  browser,
}) => {
  const served = await serveBuild();
  const context = await browser.newContext({ serviceWorkers: 'allow' });
  const page = await context.newPage();
  await page.goto(`${served.url}/chat`);
  await cached(page);

  served.replace();
  const next = await context.newPage();
  await next.goto(`${served.url}/chat`);
  // The network's document, not the cached one.
  await expect(next.locator('html')).toHaveAttribute('data-build', 'second');
  // Its worker has been installed.
  const builds = () =>
    next.evaluate(async () => {
      const { installing, waiting } = await navigator.serviceWorker.ready;
      return installing || waiting ? 'not yet' : (await caches.keys()).length;
    });
  await expect.poll(builds).toBe(2);
  // The older tab fetches a part that the new build does not have.
  await page.getByRole('button', { name: 'Appearance' }).click();
  await expect(page.getByRole('menu', { name: 'Appearance' })).toBeVisible();
  // Without a server the newer of the two opens.
  await served.stop();
  await next.reload();
  await expect(next.locator('html')).toHaveAttribute('data-build', 'second');
  await expect(next.getByRole('textbox', { name: 'Message' })).toBeVisible();
  await context.close();
});

test('a deployment without a worker clears the caches of browsers [INST-08] @rest', async ({ browser }) => {
  const served = await serveBuild();
  const context = await browser.newContext({ serviceWorkers: 'allow' });
  const page = await context.newPage();
  await page.goto(`${served.url}/chat`);
  await cached(page);
  served.end();
  await page.reload();
  const left = () =>
    page.evaluate(async () => [
      await caches.keys(),
      (await navigator.serviceWorker.getRegistrations()).filter(({ active }) => active).length,
    ]);
  await expect.poll(left).toEqual([[], 0]);
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeEnabled();
  await context.close();
  await served.stop();
});

/** The build as it is, and a newer one in which a part has another name. */
async function serveBuild() {
  let isNewer = false;
  let isOver = false;
  const types: Record<string, string> = {
    '.js': 'text/javascript',
    '.css': 'text/css',
    '.html': 'text/html',
  };
  const files: Record<string, string> = { '/': 'index.html', '/chat': 'chat.html' };
  const http = createServer((request, response) => {
    const path = request.url ?? '';
    const file = join(dist, files[path] ?? path);
    if (!existsSync(file) || (isNewer && /popups-/.test(path))) return response.writeHead(404).end();
    const type = types[extname(file)] ?? 'application/octet-stream';
    response.setHeader('content-type', type);
    response.setHeader('cache-control', path.startsWith('/assets/') ? 'public, max-age=60' : 'no-cache');
    if (isOver && path === '/service-worker.js') return response.end(lastServiceWorker);
    if (!isNewer || !/html|service-worker/.test(file)) return response.end(readFileSync(file));
    const text = readFileSync(file, 'utf8');
    response.end(
      text
        .replace('<html', '<html data-build="second"')
        .replace(/"id":"\w+"/, '"id":"second"')
        .replaceAll(/"\/assets\/popups-[^"]+",?/g, ''),
    );
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const { port } = http.address() as AddressInfo;
  return {
    url: `http://localhost:${port}`,
    replace() {
      isNewer = true;
    },
    end() {
      isOver = true;
    },
    async stop() {
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
    },
  };
}
