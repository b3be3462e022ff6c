import { compose } from './input-method.ts';
import { expect, test } from './journey.ts';
import { canary, providerNames, providers } from './provider.ts';
import { expectStored } from './stored.ts';

test('a question is written and sent: the box grows and keeps a draft, Enter sends, dots become Stop [SEND-04 SEND-05 SEND-06 SEND-07 STATE-01 STATE-02 STATE-04 STATE-05 STATE-06 STATE-07 CHAT-08 CHAT-09 LIST-04 MSG-01 MSG-02 CONST-02] @phone-rest', async ({
  page,
  chat,
  imitation,
}) => {
  await chat.open();
  await test.step('the text box grows with its text from 40 to 160 px; a draft survives a reload', async () => {
    const height = () => chat.box.evaluate((box) => box.getBoundingClientRect().height);
    expect(await height()).toBe(40);
    await chat.box.fill('one\ntwo\nthree');
    expect(await height()).toBeGreaterThan(70);
    expect(await height()).toBeLessThan(160);
    await chat.box.fill('line\n'.repeat(40));
    expect(await height()).toBe(160);
    expect(await chat.box.evaluate((box) => box.scrollHeight > box.clientHeight)).toBe(true);
    await chat.box.fill('');
    expect(await height()).toBe(40);

    await chat.box.pressSequentially('half a thou');
    await page.reload();
    await expect(chat.box).toHaveValue('half a thou');
    await chat.box.fill('');
  });
  await test.step('Enter sends, Shift+Enter begins a new line, the question is there at once, and the button sends too', async () => {
    imitation.hold();
    await chat.box.pressSequentially('/say first');
    await chat.box.press('Shift+Enter');
    await chat.box.pressSequentially('second');
    await expect(chat.box).toHaveValue('/say first\nsecond');
    await expect(chat.questions).toHaveCount(0);
    await chat.box.press('Enter');
    await expect(chat.questions).toContainText('first');
    await expect(chat.questions).toContainText('second');
    await expect(chat.replies).toHaveCount(0);
    await expect(chat.box).toHaveValue('');

    imitation.release();
    await expect(chat.send).toBeVisible();
    await chat.box.fill('/say Sent by button.');
    await chat.send.click();
    await expect(chat.replies.last()).toContainText('Sent by button.');
  });
  await test.step('while loading there are three dots and no input; from the first word on there is Stop', async () => {
    imitation.hold();
    await chat.say('/say Here is a whole sentence.');
    await expect(chat.dots).toBeVisible();
    await expect(chat.box).toBeDisabled();
    await expect(chat.replies).toHaveCount(2);

    imitation.release(2);
    await expect(chat.replies).toHaveCount(3);
    await expect(chat.dots).toBeHidden();
    await expect(chat.box).toBeEnabled();
    await expect(chat.stop).toBeVisible();
    await expect(chat.send).toBeHidden();
    await chat.box.fill('written while reading');

    imitation.release();
    await expect(chat.send).toBeVisible();
    await expect(chat.stop).toBeHidden();
    await expect(chat.replies.last()).toContainText('Here is a whole sentence.');
    await expect(chat.box).toHaveValue('written while reading');
  });
  await test.step('a draft is gone once it is sent', async () => {
    await chat.box.fill('/say Fine.');
    await chat.box.press('Enter');
    await expect(chat.replies.last()).toContainText('Fine.');
    await expect(chat.send).toBeVisible();
    await expectStored(page, 4);
    await page.reload();
    await expect(chat.box).toHaveValue('');
  });
});

test('nothing but spaces is not sent [SEND-01] @rest', async ({ chat, asked }) => {
  await chat.open();
  await chat.box.press('Enter');
  await chat.say('   \n\t ');
  await chat.send.click();
  await chat.ask('/say Now.');
  expect(asked()).toHaveLength(1);
  await expect(chat.questions).toHaveCount(1);
});

test('Enter that ends a word of an input method does not send [SEND-08] @rest', async ({ page, chat }) => {
  await chat.open();
  await chat.box.focus();
  await compose(page, 'にほん', 'Enter');
  await expect(chat.box).toHaveValue('にほん');
  await expect(chat.questions).toHaveCount(0);
  await chat.box.press('Enter');
  await expect(chat.questions).toContainText('にほん');
});

for (const provider of providerNames) {
  const { displayName } = providers[provider];
  test.describe(`with ${provider} but no key`, () => {
    test.use({ provider, entries: { openai_api_key: '' } });

    test(`a toast asks for the ${provider} key [SEND-03] @rest`, async ({ chat, asked }) => {
      await chat.open();
      await chat.say('Hello');
      await chat.expectToast(
        `${displayName} API Key Required`,
        `Please add your ${displayName} API key in settings to continue`,
      );
      await expect(chat.box).toHaveValue('Hello');
      expect(asked()).toEqual([]);
    });
  });
}

test('each request carries the whole conversation and the new message [CALL-02 CALL-03 CALL-04] @rest', async ({
  chat,
  asked,
}) => {
  await chat.open();
  await chat.ask('/say One.');
  await chat.ask('/say Two.');
  await chat.ask('/say Three.');
  expect(asked().at(-1)?.body).toMatchObject({
    model: 'gpt-4o',
    messages: [
      { role: 'user', content: '/say One.' },
      { role: 'assistant', content: 'One.' },
      { role: 'user', content: '/say Two.' },
      { role: 'assistant', content: 'Two.' },
      { role: 'user', content: '/say Three.' },
    ],
  });
});

test.describe('with gemini', () => {
  test.use({ provider: 'gemini' });

  test('gemini is sent contents of user and model turns [CALL-06 CALL-07 CALL-08] @rest', async ({
    chat,
    asked,
  }) => {
    await chat.open();
    await chat.ask('/say One.');
    await chat.ask('/say Two.');
    expect(asked().at(-1)?.path).toMatch(/^\/gemini\/v1beta\/models\/gemini-3\.8-flash:/);
    expect(asked().at(-1)?.body).toMatchObject({
      contents: [
        { role: 'user', parts: [{ text: '/say One.' }] },
        { role: 'model', parts: [{ text: 'One.' }] },
        { role: 'user', parts: [{ text: '/say Two.' }] },
      ],
    });
    await expect(chat.replies.last()).toContainText('Two.');
  });
});

test.describe('with anthropic and an old model', () => {
  test.use({ provider: 'anthropic', entries: { openai_model: 'claude-haiku-4-5' } });

  test('anthropic is sent messages, 4096 tokens at most, and the version of the wire [CALL-09 CALL-10 CALL-11 CALL-14 CONST-04] @rest', async ({
    chat,
    asked,
  }) => {
    await chat.open();
    await chat.ask('/say One.');
    await chat.ask('/say Two.');
    const request = asked().at(-1);
    expect(request?.path).toBe('/anthropic/v1/messages');
    expect(request?.headers).toMatchObject({ 'anthropic-version': '2023-06-01', 'x-api-key': canary });
    expect(request?.body).toMatchObject({
      model: 'claude-haiku-4-5',
      max_tokens: 4096,
      messages: [
        { role: 'user', content: '/say One.' },
        { role: 'assistant', content: 'One.' },
        { role: 'user', content: '/say Two.' },
      ],
    });
  });
});

test('a provider request carries no cookie and tells no referrer [CALL-25] @rest', async ({
  context,
  chat,
  imitation,
  asked,
}) => {
  await context.addCookies([{ name: 'session', value: '1', url: imitation.url }]);
  await chat.open();
  await chat.ask('/say Hello.');
  expect(asked()[0]?.headers).not.toHaveProperty('cookie');
  expect(asked()[0]?.headers).not.toHaveProperty('referer');
});

for (const provider of ['openai', 'gemini', 'anthropic'] as const) {
  test.describe(`${provider} without streaming`, () => {
    test.use({ provider });

    test(`an answer of ${provider} that comes as plain JSON is read whole [CALL-05 CALL-12 CALL-20] @rest`, async ({
      chat,
    }) => {
      await chat.open();
      await expect(await chat.ask('/json /say All at once.')).toContainText('All at once.');
    });
  });
}
