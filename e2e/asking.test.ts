import type { Page } from '@playwright/test';
import { chromiumFlags, findChromium } from './chromium.ts';
import { expect, test } from './journey.ts';

const host = 'chat.polylogue.example';

// A name of the internet for the page, of which only the last journey makes use.
test.use({
  launchOptions: {
    executablePath: findChromium(),
    args: [...chromiumFlags, `--host-resolver-rules=MAP ${host} 127.0.0.1`],
  },
});

/** Whether there is a worker that asks. */
const isAside = (page: Page) => page.workers().some((worker) => /asking-worker/.test(worker.url()));

test('a question is asked and its answer read beside the page, which asks nobody [CALL-26]', async ({
  page,
  chat,
  asked,
}) => {
  await page.addInitScript(() => {
    const { fetch } = globalThis;
    globalThis.fetch = (...[asked, how]: Parameters<typeof fetch>) => {
      if (how?.method === 'POST') throw new TypeError('The page asks nobody.');
      return fetch(asked, how);
    };
  });
  await chat.open();
  await expect(await chat.ask('/say Hello, **you**.')).toContainText('Hello, you.');
  expect(asked()).toHaveLength(1);
  expect(isAside(page)).toBe(true);
});

test('where no worker can be had, the page asks itself [CALL-26] @rest', async ({
  page,
  chat,
  begin,
  asked,
}) => {
  await page.addInitScript(() => {
    globalThis.Worker = class {
      constructor() {
        throw new TypeError('No workers here.');
      }
    } as unknown as typeof Worker;
  });
  await chat.open();
  await expect(await chat.ask('/say Hello, **you**.')).toContainText('Hello, you.');
  expect(isAside(page)).toBe(false);
  await begin(4);
  await chat.stop.click();
  await expect.poll(() => asked()[1]?.answer.ended).toBe('left');
});

test('what asks is fetched anew for the next question when it did not come [CALL-26] @rest', async ({
  page,
  chat,
  watched,
}) => {
  watched.expectErrors(/Failed to load resource/);
  await page.route('**/asking-worker*', (route) => route.abort());
  await chat.open();
  await chat.say('/say Hello, **you**.');
  await expect(chat.button('Retry')).toBeVisible();
  await page.unroute('**/asking-worker*');
  await chat.button('Retry').click();
  await expect(chat.replies.last()).toContainText('Hello, you.');
});

test('a worker that ends in the middle of an answer loses nothing of it, and the next question is answered', async ({
  page,
  chat,
  begin,
  imitation,
}) => {
  await page.addInitScript(() => {
    const workers: Worker[] = [];
    const { Worker: AsItIs } = globalThis;
    globalThis.Worker = class extends AsItIs {
      constructor(...given: ConstructorParameters<typeof AsItIs>) {
        super(...given);
        workers.push(this);
      }
    };
    Object.assign(globalThis, {
      breakWorkers() {
        for (const worker of workers) worker.dispatchEvent(new Event('error'));
      },
    });
  });
  await chat.open();
  await begin(4);
  const said = await chat.textOf(chat.replies.last());
  await page.evaluate('breakWorkers()');
  await expect(chat.button('Retry')).toBeVisible();
  expect(await chat.textOf(chat.replies.last())).toContain(said);
  imitation.release();
  await expect(await chat.ask('/say Hello, **you**.')).toContainText('Hello, you.');
});

test.describe('from a page of the internet', () => {
  test.use({
    baseURL: async ({ baseURL }, use) => {
      const url = new URL(baseURL ?? '');
      url.hostname = host;
      await use(url.origin);
    },
  });

  test('a server of one’s own network is asked by the page: the browser asks the person first [CALL-26]', async ({
    page,
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
    expect(isAside(page)).toBe(false);
  });
});
