import { canary, endpointOf, providerNames, providers } from '../provider.ts';
import { expect, test } from './journey.ts';

for (const provider of providerNames) {
  test.describe(`with ${provider}`, () => {
    test.use({ provider });

    test(`${provider} answers word by word, and is sent the whole conversation`, async ({
      chat,
      asked,
      imitation,
    }) => {
      imitation.hold();
      await chat.say('/say Twelve pieces of text come, one after the other.');
      imitation.release(3);
      await chat.stop.hasCount(1);
      await chat.replies.hasText('Twelve');
      expect(await chat.replies.text()).not.toContain('other');
      imitation.release();
      await chat.replies.hasText('one after the other.');
      await chat.ask('/say Good.');
      expect(JSON.stringify(asked().at(-1)?.body)).toContain('one after the other.');
    });
  });
}

test.describe('for the first time', () => {
  test.use({ provider: null });

  test('a guest saves their key, writes, and is answered', async ({ chat, asked, imitation }) => {
    await chat.button('Settings').click();
    await chat.configure('anthropic', {
      endpoint: endpointOf('anthropic', imitation.url),
      model: providers.anthropic.liveModel,
      apiKey: canary,
    });
    await chat.box.click();
    await chat.tab.type('/say One line');
    await chat.tab.press('Enter', 'Shift');
    await chat.tab.type('and another.');
    expect(await chat.box.value()).toBe('/say One line\nand another.');
    await chat.tab.press('Enter');
    await chat.replies.hasText('One line and another.');
    expect(asked().at(-1)?.headers['x-api-key']).toBe(canary);
    expect(await chat.box.isFocused()).toBe(true);
  });
});

test('Stop keeps the text so far, and the conversation goes on', async ({ chat, imitation }) => {
  imitation.hold();
  await chat.say('/say Twelve pieces of text, of which few are seen.');
  imitation.release(3);
  await chat.replies.hasText('Twelve');
  await chat.stop.click();
  await chat.send.hasCount(1);
  imitation.release();
  expect(await chat.replies.text()).not.toContain('seen');
  await chat.replies.hasText('You stopped this reply.');
  await (await chat.ask('/say And on.')).hasText('And on.');
});

test('half a reply stays when its connection breaks, and is continued', async ({ chat }) => {
  await chat.say('/cut-event /tokens 60');
  await chat.button('Continue').hasCount(1);
  const half = await chat.replies.text();
  expect(half.length).toBeGreaterThan(100);
  await chat.button('Continue').click();
  await chat.send.hasCount(1);
  await expect.poll(async () => (await chat.replies.text()).length).toBeGreaterThan(half.length);
});

test('a refusal shows a sentence, and Retry asks again', async ({ chat, asked }) => {
  await chat.say('/status 429');
  await chat.toasts.hasText('rate limit');
  const before = asked().length;
  await chat.questions.button('Retry').click();
  await expect.poll(() => asked().length).toBeGreaterThan(before);
});

test('a draft is there again after a reload', async ({ chat }) => {
  await chat.box.fill('Half a thought');
  await chat.tab.reload();
  await expect.poll(chat.box.value).toBe('Half a thought');
});

test('reasoning is folded away above the reply', async ({ chat }) => {
  const reply = await chat.ask('/reasoning inline /say The answer.');
  await reply.hasText('The answer.');
  await reply.hasText(/thought/i);
});
