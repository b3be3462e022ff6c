import type { Download, Page } from '@playwright/test';
import { expect, test } from './journey.ts';
import { canary, endpointOf, providerNames, providers } from './provider.ts';

const masked = 'You sent me the key •••, that is •••.';

/** Whether the key appears on the page at any moment from now on, not only at the end. */
async function watchPage(page: Page): Promise<() => Promise<boolean>> {
  await page.evaluate((key) => {
    const page = window as unknown as { sawKey: boolean };
    page.sawKey = false;
    new MutationObserver(() => {
      page.sawKey ||= document.body.textContent?.includes(key) ?? false;
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  }, canary);
  return () => page.evaluate(() => (window as unknown as { sawKey: boolean }).sawKey);
}

async function textOf(download: Download): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of await download.createReadStream()) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString();
}

for (const provider of providerNames) {
  test.describe(provider === 'openai' ? provider : `${provider} @rest`, () => {
    test.use({ provider });

    test(`a key that ${provider} repeats is masked, split over events or in one, in the name of the model too [CALL-27] @rest`, async ({
      page,
      chat,
    }) => {
      await chat.open();
      const wasSeen = await watchPage(page);
      for (const question of ['/leak', '/leak whole']) {
        const reply = await chat.ask(question);
        // The code in it loses its marks on the page.
        expect(await chat.textOf(reply)).toBe(masked);
      }
      expect(await wasSeen()).toBe(false);
      await expect
        .poll(async () => (await chat.stored()).model_version)
        .toBe(`${providers[provider].liveModel}-•••`);
    });
  });
}

test.describe('once a provider has repeated its key', () => {
  const other = 'other-0815-9c7a3e5d1b';
  const remembered = (imitation: string) => [
    {
      type: 'anthropic',
      apiKey: other,
      endpoint: endpointOf('anthropic', imitation),
      model: providers.anthropic.liveModel,
    },
  ];
  test.use({
    provider: 'deepseek',
    permissions: ['clipboard-read', 'clipboard-write'],
    entries: ({ imitation }, use) =>
      use({ 'polylogue.connections': JSON.stringify(remembered(imitation.url)) }),
  });

  test('it is in no thought, copy or file, and the next question to another host is without it [CALL-27] @rest', async ({
    page,
    chat,
    asked,
  }) => {
    await chat.open();
    const wasSeen = await watchPage(page);
    const reply = await chat.ask('/leak');
    await reply.getByText(/^Thought for/).click();
    await expect(reply.getByText('You sent me the key •••')).toHaveCount(2);

    await reply.getByRole('button', { name: 'Copy message' }).click();
    const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
    await expect.poll(clipboard).toBe('You sent me the key •••, that is `•••`.');
    await chat.button('Conversation').click();
    const downloading = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: 'Download as Markdown' }).click();
    const file = await textOf(await downloading);
    expect(file).toContain('that is `•••`.');
    expect(file).not.toContain(canary);

    await page.getByRole('button', { name: /^Provider and model/ }).click();
    await page
      .getByRole('option', { name: /^Claude/ })
      .first()
      .click();
    await expect(chat.badge).toContainText('Claude');
    await chat.ask('/say And you?');
    const next = asked().at(-1);
    expect(next?.host).toBe('anthropic');
    expect(JSON.stringify(next?.body)).toContain('that is `•••`.');
    expect(JSON.stringify([next?.path, next?.headers, next?.body])).not.toContain(canary);
    expect(await wasSeen()).toBe(false);
  });

  test('the key of the other provider is masked as well [CALL-27] @rest', async ({ page, chat }) => {
    const delta = { content: `One of them is ${other}.` };
    const events = [{ choices: [{ delta }] }, { choices: [{ delta: {}, finish_reason: 'stop' }] }];
    await page.route('**/chat/completions', (route) =>
      route.fulfill({
        headers: { 'access-control-allow-origin': '*', 'content-type': 'text/event-stream' },
        body: [...events.map((event) => JSON.stringify(event)), '[DONE]']
          .map((data) => `data: ${data}\n\n`)
          .join(''),
      }),
    );
    await chat.open();
    const reply = await chat.ask('Which keys do you know?');
    expect(await chat.textOf(reply)).toBe('One of them is •••.');
    await expect(page.getByText(other)).toHaveCount(0);
  });
});

test('Stop in the middle of a key and Continue do not put it together [CALL-27] @rest', async ({
  chat,
  imitation,
}) => {
  await chat.open();
  imitation.hold();
  await chat.say('/leak');
  // "You sent me the key " is five pieces; "canary-4" are two more.
  imitation.release(7);
  await expect.poll(() => imitation.requests().at(-1)?.answer.text).toBe('You sent me the key canary-4');
  await expect(chat.replies).toContainText('You sent me the key');
  await chat.stop.click();
  await expect(chat.send).toBeVisible();
  // How much of it the page had by then is the network's business.
  const stopped = await chat.textOf(chat.replies.last());
  expect('You sent me the key canary-4').toContain(stopped);
  imitation.release();
  await chat.button('Continue').click();
  await expect(chat.replies.last()).toContainText('that is •••.');
  await expect(chat.send).toBeVisible();
  expect(await chat.textOf(chat.replies.last())).toMatch(
    /^You sent me the key (cana(ry-4)?)?•••, that is •••\.$/,
  );
});
