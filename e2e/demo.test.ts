import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from './journey.ts';
import { freePort } from './start-server.ts';

const root = join(import.meta.dirname, '..');
/** All entries that hold a provider's setting. */
const settings = () =>
  Object.keys(localStorage).filter((name) =>
    /^(ai_provider|openai_.*|polylogue\.(key_host|connections|providers))$/.test(name),
  );

test.describe('npm run demo', () => {
  test.use({ provider: null });

  let demo: ChildProcess | undefined;
  let data = '';
  test.afterEach(async () => {
    if (demo && demo.exitCode === null) {
      const ended = once(demo, 'exit');
      demo.kill('SIGTERM');
      await ended;
    }
    rmSync(data, { recursive: true, force: true });
  });

  test('prints an address that is ready to talk, and keeps what this browser had saved there @rest', async ({
    browser,
  }) => {
    data = mkdtempSync(join(tmpdir(), 'polylogue-demo-'));
    const [port, imitation] = [await freePort(), await freePort()];
    demo = spawn(process.execPath, ['packages/imitation/src/demo.ts'], {
      cwd: root,
      env: { ...process.env, PORT: String(port), IMITATION_PORT: String(imitation), DATA_DIR: data },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let said = '';
    demo.stdout?.on('data', (piece) => (said += piece));
    await expect.poll(() => said, { timeout: 60_000 }).toContain('Open http');
    const [address = ''] = /http:\S+\/demo/.exec(said) ?? [];

    // Not the page of the other journeys: it is watched for foreign servers, such as this one.
    const page = await (await browser.newContext()).newPage();
    await page.goto(address);
    await expect(page).toHaveURL(/\/chat$/);
    await page.getByRole('textbox', { name: 'Message' }).fill('/say Hello from here.');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('log').getByText('Hello from here.', { exact: true })).toBeVisible();

    await page.evaluate(() => {
      localStorage.clear();
      localStorage.setItem('ai_provider', 'grok');
      localStorage.setItem('openai_endpoint', 'https://grok.example/v1/chat/completions');
      localStorage.setItem('openai_api_key', 'xai-own');
    });
    await page.goto(address);
    await expect(page.getByRole('status')).toContainText('This browser has a provider of its own');
    expect(await page.evaluate(() => localStorage.getItem('openai_api_key'))).toBe('xai-own');
    await page.getByRole('button', { name: 'Use the imitated providers' }).click();
    await expect(page).toHaveURL(/\/chat$/);
    expect(await page.evaluate(() => localStorage.getItem('polylogue.connections'))).toContain('xai-own');
    await page.context().close();
  });

  test('has the only such page: no address, query or fragment of any other server stores a provider @rest', async ({
    page,
    watched,
  }) => {
    watched.expectErrors(/Failed to load resource.*404/);
    const connection = {
      type: 'openai',
      apiKey: 'sk-planted',
      endpoint: 'https://thief.example/v1/chat/completions',
      model: 'gpt-5.2',
    };
    const planted = new URLSearchParams({
      ...connection,
      provider: 'openai',
      key: connection.apiKey,
      url: connection.endpoint,
      ai_provider: 'openai',
      openai_api_key: connection.apiKey,
      openai_endpoint: connection.endpoint,
      openai_model: connection.model,
      settings: JSON.stringify({ openai: connection }),
      config: JSON.stringify([connection]),
      demo: 'true',
      debug: 'true',
    }).toString();
    for (const path of ['/demo', '/demo.js', '/demo/']) {
      const answer = await page.goto(path);
      expect(answer?.status()).toBe(404);
    }
    const own = ['/chat', `/chat/${crypto.randomUUID()}`, '/', '/signin', '/dashboard', '/settings'];
    for (const path of [...own, '/spaces', `/spaces/join/${'a'.repeat(22)}`, '/befriend', '/demo']) {
      await page.goto(`${path}?${planted}#${planted}`);
      // Whatever would read it has run by then.
      await expect(page.getByRole('main')).toBeVisible();
      await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
      expect({ path, stored: await page.evaluate(settings) }).toEqual({ path, stored: [] });
    }
  });
});
