import { expect, test } from './journey.ts';
import { canary } from './provider.ts';

for (const [host, model, apiKey] of [
  ['ollama', 'llama3.2', 'none'],
  ['vllm', 'qwen3:8b', 'none'],
  ['openrouter', 'anthropic/claude-sonnet-5.5', canary],
  ['strict', 'llama3.2', 'none'],
] as const) {
  test(`${host} answers at its own endpoint, given whole or as a base [CALL-23] @rest`, async ({
    chat,
    imitation,
    asked,
    watched,
  }) => {
    // A strict server refuses the question once, for a field it does not know.
    if (host === 'strict') watched.expectErrors(/422/);
    const whole = imitation.endpoint(host);
    await chat.open();
    for (const endpoint of [whole, whole.replace(/\/chat\/completions$/, '')]) {
      await chat.settings.click();
      await chat.configure('openai', { endpoint, model, apiKey });
      await expect(chat.dialog).toBeHidden();
      await expect(await chat.ask('/say Answered here.')).toContainText('Answered here.');
      expect(imitation.url + asked().at(-1)?.path).toBe(whole);
      expect(asked().at(-1)?.host).toBe(host);
    }
  });
}

test('a local server that refuses web pages is distinguished from being offline @rest', async ({
  chat,
  imitation,
  watched,
}) => {
  watched.expectErrors(/Failed to load resource/, /blocked by CORS policy/);
  await chat.open();
  await chat.settings.click();
  await chat.configure('openai', {
    endpoint: imitation.endpoint('lmstudio'),
    model: 'llama3.2',
    apiKey: 'none',
  });
  await expect(chat.dialog).toBeHidden();
  await chat.say('Hello');
  await chat.expectToast(/Nothing answers at/, 'Is the server running?');
  await expect(chat.questions).toContainText('could not be reached.');
  await expect(chat.questions).toContainText('Enable CORS');
  await expect(chat.button('Retry')).toBeVisible();
});

for (const provider of ['deepseek', 'gemini', 'anthropic'] as const) {
  test.describe(`${provider} thinks${provider === 'deepseek' ? '' : ' @rest'}`, () => {
    test.use({ provider });

    test(`what ${provider} thinks stands apart from what it says @rest`, async ({ chat }) => {
      await chat.open();
      const reply = await chat.ask('/reasoning /say The answer.');
      const reasoning = reply.getByText(/^Thought for/);
      await expect(reply).not.toContainText('I am an imitation');
      await reasoning.click();
      await expect(reply).toContainText('I am an imitation');
      expect(await chat.textOf(reply)).toBe('The answer.');
    });
  });
}

test('a second click of a double-click on Send is not meant for Stop @rest', async ({ chat }) => {
  await chat.open();
  await chat.box.fill('/tokens 60 rate=40');
  await chat.send.dblclick();
  await expect(chat.send).toBeVisible({ timeout: 15_000 });
  await expect(chat.replies).not.toContainText('You stopped');
});
