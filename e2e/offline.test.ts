import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium } from '@playwright/test';
import { expiringIn, type Member, type Server, storeSignIn } from './account.ts';
import { Chat } from './chat.ts';
import { chromiumFlags, findChromium } from './chromium.ts';
import { expect } from './journey.ts';
import { test } from './member.ts';
import { settingEntries } from './provider.ts';
import { type ServerProxy, startProxy } from './proxy.ts';
import { expectStored } from './stored.ts';

/** The same browser profile, restarted. */
const start = (profile: string, baseURL: string): Promise<BrowserContext> =>
  chromium.launchPersistentContext(profile, {
    executablePath: process.env.JOURNEYS_IN ?? findChromium(),
    args: chromiumFlags,
    baseURL,
    serviceWorkers: 'allow',
  });

/** One of her conversations is stored in this browser, and her sign-in needs a refresh. */
async function useOnce(
  profile: string,
  url: string,
  api: Server,
  ada: Member,
  entries: Record<string, string>,
) {
  const context = await start(profile, url);
  await storeSignIn(context, ada);
  await context.addInitScript((stored) => {
    for (const [name, value] of Object.entries(stored)) localStorage.setItem(name, value);
  }, entries);
  const chat = new Chat(await context.newPage());
  await chat.page.goto('/chat');
  await chat.ask('/say Good day.');
  const { pathname } = new URL(chat.page.url());
  const ended = async () => {
    const params = { conversation_id: pathname.replace('/chat/', '') };
    const { messages } = await api.as(ada, 'GET /api/v1/conversations/:conversation_id', {
      params,
      query: {},
    });
    return messages.filter(({ ended_at }) => ended_at !== null).length;
  };
  await expect.poll(() => ended().catch(() => 0)).toBe(2);
  const space_id = crypto.randomUUID();
  await api.as(ada, 'POST /api/v1/spaces', { body: { space_id, name: 'Physics', visibility: 'invited' } });
  await chat.page.goto(`/spaces/${space_id}`);
  await chat.page.getByRole('textbox', { name: 'Message' }).fill('Light is a wave.');
  await chat.page.keyboard.press('Enter');
  await expect(chat.page.getByText('Sending…')).toHaveCount(0);
  await chat.page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Spaces' }).click();
  await expect(chat.page).toHaveURL('/spaces');
  // Everything it caches is here by then.
  await chat.page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await chat.page.evaluate(
    (token) => localStorage.setItem('access_token', token),
    expiringIn(-3_600, ada.access_token),
  );
  await context.close();
  return { address: pathname, room: `/spaces/${space_id}` };
}

const causes: readonly (readonly [string, (proxy: ServerProxy) => Promise<void>])[] = [
  ['without a connection', (proxy) => proxy.disconnect()],
  ['while the server answers 503', async (proxy) => proxy.fail(503)],
  ['while the server answers 500', async (proxy) => proxy.fail(500)],
];

for (const [cause, breakDown] of causes) {
  test(`a browser started ${cause} opens conversations, their list, the dashboard and a room [INST-11]${cause.endsWith('503') ? '' : ' @rest'}`, async ({
    api,
    baseURL,
    imitation,
  }) => {
    test.slow();
    const ada = await api.signUp();
    const proxy = await startProxy(baseURL ?? '');
    const profile = mkdtempSync(join(tmpdir(), 'polylogue-offline-'));
    const { address, room } = await useOnce(
      profile,
      proxy.url,
      api,
      ada,
      settingEntries('openai', imitation.url),
    );
    await breakDown(proxy);
    const context = await start(profile, proxy.url);
    const chat = new Chat(await context.newPage());
    const { page } = chat;
    const main = page.getByRole('main');

    await page.goto(address);
    await expect(chat.replies).toContainText('Good day.');
    await expect(page.getByRole('button', { name: 'Your account' })).toBeVisible();
    await expect(
      page.getByRole('complementary').getByRole('link', { name: '/say Good day.' }),
    ).toHaveAttribute('aria-current', 'page');
    // The provider is called all the same.
    await chat.ask('/say Still here.');
    await expectStored(page, 1, ada);

    await page.goto('/conversations');
    await expect(main.getByRole('link', { name: '/say Good day.' })).toBeVisible();
    await page.goto('/dashboard');
    await expect(page.getByRole('heading', { name: 'Welcome back!' })).toBeVisible();
    await main
      .getByRole('region', { name: 'Continue' })
      .getByRole('link', { name: '/say Good day.' })
      .click();
    await expect(chat.replies).toHaveCount(2);
    await expect(chat.replies.last()).toContainText('Still here.');

    await page.goto(room);
    await expect(page.getByRole('log', { name: 'Messages' })).toContainText('Light is a wave.');
    await expect(page.getByText('this is what you saw last time.')).toBeVisible();

    await context.close();
    if (cause !== 'without a connection') await proxy.disconnect();
    rmSync(profile, { recursive: true, force: true });
  });
}
