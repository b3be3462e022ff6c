import type { Page } from '@playwright/test';
import { framesUntilStopped } from './frames-until-stopped.ts';
import { expect, test } from './journey.ts';
import { providerNames } from './provider.ts';

/** Bytes of the page's heap after a collection. */
async function heap(page: Page): Promise<number> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('HeapProfiler.collectGarbage');
  const { usedSize } = await devtools.send('Runtime.getHeapUsage');
  await devtools.detach();
  return usedSize;
}

test('endless headers count as no answer [HOST-05 FAULT-28] @rest', async ({ chat, watched }) => {
  watched.expectErrors(/Failed to load resource/);
  await chat.open();
  await chat.say('/wild headers');
  await chat.expectToast(/Nothing answers at/);
  await expect(chat.button('Retry')).toBeVisible();
});

test('an event of 50 MB is not read to its end, and leaves nothing behind [HOST-05] @rest', async ({
  page,
  chat,
}) => {
  await chat.open();
  await chat.ask('/say warm');
  const before = await heap(page);
  await chat.say('/wild event 50');
  await expect(chat.questions.last()).toContainText('Too much came at once to be an answer');
  expect((await heap(page)) - before).toBeLessThan(8_000_000);
});

for (const provider of providerNames) {
  test.describe(provider, () => {
    test.use({ provider });

    test(`${provider}: values of every wrong type do no harm, and the answer after them is read [HOST-05] @rest`, async ({
      chat,
    }) => {
      await chat.open();
      const reply = await chat.ask('/wild types /say All is well.');
      expect(await chat.textOf(reply)).toBe('All is well.');
    });
  });
}

test('thousands of tool calls are nothing to this chat [HOST-05] @rest', async ({ page, chat }) => {
  await chat.open();
  await chat.ask('/say warm');
  const before = await heap(page);
  const reply = await chat.ask('/wild tools 5000 /say No tools here.');
  expect(await chat.textOf(reply)).toBe('No tools here.');
  expect((await heap(page)) - before).toBeLessThan(8_000_000);
});

test('Stop works at once, in a flood and in a drip [HOST-05]', async ({ page, chat }) => {
  await chat.open();
  for (const deed of ['flood', 'drip']) {
    await chat.say(`/wild ${deed}`);
    await expect(chat.stop).toBeVisible();
    if (deed === 'flood') await expect(chat.replies.last()).toContainText('On and on.');
    expect(await framesUntilStopped(page)).toBeLessThanOrEqual(6);
    await expect(chat.box).toBeEnabled();
  }
});
