import type { Browser, Page } from '@playwright/test';
import { type Member, type Server, storeSignIn } from './account.ts';
import { expect } from './journey.ts';
import { test } from './member.ts';
import { idOf } from './stored.ts';

const title = 'Ships in the night';

/** A conversation in the account. */
async function storeOne(api: Server, ada: Member) {
  const at = Date.now();
  const fields: { title: [string, number] } = { title: [title, at] };
  await api.as(ada, 'POST /api/v1/changes', {
    body: { conversations: [{ conversation_id: idOf(1), created_at: at, fields }] },
  });
}

/** The list of the same person in another browser. */
async function otherList(browser: Browser, baseURL: string | undefined, ada: Member): Promise<Page> {
  const context = await browser.newContext({ baseURL: baseURL ?? '', serviceWorkers: 'block' });
  await storeSignIn(context, ada);
  return context.newPage();
}

const row = (page: Page, name: string) => page.getByRole('main').getByRole('link', { name });

async function rename(page: Page, to: string) {
  const main = page.getByRole('main');
  await main.getByRole('button', { name: `Actions for ${title}`, exact: true }).click();
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  const box = page.getByRole('textbox', { name: 'Title' });
  await box.fill(to);
  await box.press('Enter');
}

/** Resolves when the server has welcomed the socket of a page. */
async function welcomed(page: Page) {
  const socket = await page.waitForEvent('websocket', (one) => one.url().endsWith('/live'));
  await socket.waitForEvent('framereceived', ({ payload }) => String(payload).includes('"welcome"'));
  return socket;
}

test('a rename on one device reaches the other over its socket, without a request @rest', async ({
  page,
  ada,
  api,
  browser,
  baseURL,
}) => {
  await storeOne(api, ada);
  const other = await otherList(browser, baseURL, await api.signIn(ada));
  const welcome = welcomed(other);
  await other.goto('/conversations');
  await expect(row(other, title)).toBeVisible();
  const socket = await welcome;
  await page.goto('/conversations');
  const requested: string[] = [];
  const caughtUp = socket.waitForEvent('framereceived', ({ payload }) =>
    String(payload).includes('Found again'),
  );
  other.on('request', (request) => requested.push(new URL(request.url()).pathname));
  await rename(page, 'Found again');
  await caughtUp;
  await expect(row(other, 'Found again')).toBeVisible();
  expect(requested).toEqual([]);
  await other.context().close();
});

test('where sockets are refused, a rename on one device reaches the other all the same @rest', async ({
  page,
  ada,
  api,
  browser,
  baseURL,
}) => {
  await storeOne(api, ada);
  const other = await otherList(browser, baseURL, await api.signIn(ada));
  let refused = 0;
  await other.routeWebSocket('**/live', (socket) => {
    refused += 1;
    void socket.close({ code: 1013 });
  });
  const waiting = other.waitForRequest((request) => request.url().includes('wait=25'));
  await other.goto('/conversations');
  await expect(row(other, title)).toBeVisible();
  await waiting;
  await expect.poll(() => refused).toBeGreaterThan(0);
  await page.goto('/conversations');
  await rename(page, 'Found again');
  await expect(row(other, 'Found again')).toBeVisible();
  await other.context().close();
});

test('a page that stays open keeps saying rightly how long ago something was @rest', async ({
  page,
  api,
  ada,
}) => {
  await storeOne(api, ada);
  await page.clock.install();
  await page.goto('/dashboard');
  const card = page.getByRole('region', { name: 'Continue' }).getByRole('listitem');
  await expect(card).not.toContainText('hour');
  await page.clock.fastForward('01:00:30');
  await expect(card).toContainText('1 hour ago');
  await page.getByRole('link', { name: 'All conversations' }).first().click();
  await expect(row(page, title)).toContainText('1 hour ago');
  await page.clock.fastForward('02:00:00');
  await expect(row(page, title)).toContainText('3 hours ago');
});
