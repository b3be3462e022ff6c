import { chromiumFlags, findChromium } from './chromium.ts';
import { expect, test } from './journey.ts';
import type { Watch } from './watch.ts';

const host = 'chat.polylogue.example';

// A name of the internet for the page, of which only the last journey makes use.
test.use({
  launchOptions: {
    executablePath: findChromium(),
    args: [...chromiumFlags, `--host-resolver-rules=MAP ${host} 127.0.0.1`],
  },
});

/** Whether the code of the worker was fetched. */
const isAside = ({ requests }: Watch) => requests.some((request) => /asking-worker/.test(request.url()));

test('a question is asked and its answer read beside the page, which asks nobody [CALL-26]', async ({
  page,
  chat,
  watched,
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
  expect(isAside(watched)).toBe(true);
});

test('where the worker cannot be had, the page asks itself [CALL-26]', async ({
  page,
  chat,
  watched,
  begin,
  asked,
}) => {
  watched.expectErrors(/Failed to load resource/);
  let refused = 0;
  await page.route('**/asking-worker*', (route) => {
    refused++;
    return route.abort();
  });
  await chat.open();
  await expect(await chat.ask('/say Hello, **you**.')).toContainText('Hello, you.');
  expect(refused).toBe(1);
  await begin(4);
  await chat.stop.click();
  await expect.poll(() => asked()[1]?.answer.ended).toBe('left');
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
    expect(isAside(watched)).toBe(false);
  });
});
