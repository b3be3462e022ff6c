import { chromiumFlags, findChromium } from './chromium.ts';
import { expect, test } from './journey.ts';

const host = 'chat.polylogue.example';

// A public host name for the page; only the last journey uses it.
test.use({
  launchOptions: {
    executablePath: findChromium(),
    args: [...chromiumFlags, `--host-resolver-rules=MAP ${host} 127.0.0.1`],
  },
});

test('the provider code that failed to load is fetched again for the next question [CALL-26] @rest', async ({
  page,
  chat,
  watched,
}) => {
  watched.expectErrors(/Failed to load resource/);
  await page.route('**/assets/asking-*', (route) => route.abort());
  await chat.open();
  await chat.say('/say Hello, **you**.');
  await expect(chat.button('Retry')).toBeVisible();
  await page.unroute('**/assets/asking-*');
  await chat.button('Retry').click();
  await expect(chat.replies.last()).toContainText('Hello, you.');
});

test.describe('from a page of the internet', () => {
  test.use({
    baseURL: async ({ baseURL }, use) => {
      const url = new URL(baseURL ?? '');
      url.hostname = host;
      await use(url.origin);
    },
  });

  test('the page itself calls a server on the person’s network, once the browser has asked for permission [CALL-26]', async ({
    chat,
    watched,
    begin,
    asked,
  }) => {
    watched.expectErrors(/Cross-Origin-Opener-Policy header has been ignored/);
    await chat.open();
    await expect(await chat.ask('/say Hello, **you**.')).toContainText('Hello, you.');
    await begin(4);
    await chat.stop.click();
    await expect.poll(() => asked()[1]?.answer.ended).toBe('left');
  });
});
