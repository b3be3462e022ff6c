import type { Page } from '@playwright/test';
import { expect, test } from './journey.ts';
import { canary, type ProviderName } from './provider.ts';

// In the format of each provider's keys; the canary of the other journeys matches no provider.
const keys = {
  anthropic: 'sk-ant-api03-pasted-f81c0e5b7a49d2aa',
  gemini: 'AQ.Pasted-f81c0e5b7a49d2aa',
  grok: 'xai-pasted-f81c0e5b7a49d2aa',
  openai: 'sk-proj-pasted-f81c0e5b7a49d2aa',
} as const;
const hosts = {
  anthropic: 'api.anthropic.com',
  gemini: 'generativelanguage.googleapis.com',
  grok: 'api.x.ai',
  openai: 'api.openai.com',
} as const;
const lists: Record<keyof typeof keys, unknown> = {
  anthropic: { data: [{ id: 'claude-sonnet-5-5', type: 'model' }], has_more: false },
  gemini: { models: [{ name: 'models/gemini-3.8-flash', supportedGenerationMethods: ['generateContent'] }] },
  grok: { data: [{ id: 'grok-4.7' }] },
  openai: { data: [{ id: 'gpt-6-luna' }] },
};

/** Answers in place of the real providers, and records which host received which key. */
async function standIn(page: Page): Promise<() => string[]> {
  const seen: string[] = [];
  const cors = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' };
  for (const [name, host] of Object.entries(hosts))
    await page.route(`https://${host}/**`, async (route) => {
      const request = route.request();
      const sent = JSON.stringify(await request.allHeaders()) + request.url() + (request.postData() ?? '');
      for (const [whose, key] of Object.entries(keys))
        if (sent.includes(key)) seen.push(`${whose} at ${name}`);
      await route.fulfill({ headers: cors, json: lists[name as keyof typeof keys] });
    });
  return () => [...new Set(seen)];
}

test.describe('a key whose form names its provider', () => {
  test.use({ provider: null });

  for (const [name, key] of Object.entries(keys) as [keyof typeof keys, string][])
    test(`a pasted key of ${name} chooses ${name}, is tried there and at no other host [CONF-16]${name === 'anthropic' ? '' : ' @rest'}`, async ({
      page,
      chat,
      watched,
    }) => {
      for (const host of Object.values(hosts)) watched.expectHost(host);
      const seen = await standIn(page);
      await chat.open();
      await chat.settings.click();
      // Not the provider that it names.
      const before: ProviderName = name === 'grok' ? 'deepseek' : 'grok';
      await chat.choose(before);
      await chat.field('API Key').fill(key);
      await expect(chat.choice(name)).toBeChecked();
      await expect(chat.field('API Key')).toHaveValue(key);
      await expect(chat.field('API Key')).toBeFocused();
      await expect(chat.field('API Endpoint')).toHaveValue(new RegExp(`^https://${hosts[name]}/`));
      await expect(chat.dialog).toContainText('The key works: 1 model to choose from.');
      expect(seen()).toEqual([`${name} at ${name}`]);
      await chat.choose(before);
      await expect(chat.field('API Key')).toHaveValue('');
      expect(await chat.stored()).not.toHaveProperty('openai_api_key');
    });

  test('any other key, and a key beside an endpoint that was changed, are tried only when asked to [CONF-16] @rest', async ({
    page,
    chat,
    imitation,
    watched,
  }) => {
    for (const host of Object.values(hosts)) watched.expectHost(host);
    const seen = await standIn(page);
    await chat.open();
    await chat.settings.click();
    await chat.choose('openai');
    await chat.field('API Key').fill('sk-ambiguous-f81c0e5b7a49d2aa');
    await expect(chat.choice('openai')).toBeChecked();
    await chat.field('API Endpoint').fill(imitation.endpoint('openai'));
    await chat.field('API Key').fill(keys.openai);
    await expect(chat.choice('openai')).toBeChecked();
    await chat.dialog.getByRole('button', { name: 'Test key' }).click();
    await expect(chat.dialog).toContainText('answers: ');
    // Nothing was requested before the press.
    expect(imitation.requests().filter(({ method }) => method === 'GET')).toHaveLength(1);
    expect(seen()).toEqual([]);
  });
});

test('a key of OpenAI pasted beside another server goes to OpenAI alone, and OpenAI then leads to its own connection [CONF-15 CONF-16] @rest', async ({
  page,
  chat,
  imitation,
  watched,
}) => {
  for (const host of Object.values(hosts)) watched.expectHost(host);
  const seen = await standIn(page);
  await chat.open();
  await chat.settings.click();
  await expect(chat.field('API Endpoint')).toHaveValue(imitation.endpoint('openai'));
  await chat.field('API Key').fill(keys.openai);
  await expect(chat.field('API Endpoint')).toHaveValue(/^https:\/\/api\.openai\.com\//);
  await expect(chat.field('API Key')).toHaveValue(keys.openai);
  await expect(chat.choice('openai')).toBeChecked();
  await expect(chat.dialog).toContainText('The key works');
  expect(seen()).toEqual(['openai at openai']);
  await chat.save();
  await expect(chat.dialog).toBeHidden();

  await chat.settings.click();
  const list = chat.dialog.getByRole('region', { name: 'Saved connections' });
  await list
    .getByRole('button', { name: new RegExp(new URL(imitation.url).host) })
    .first()
    .click();
  await expect(chat.field('API Endpoint')).toHaveValue(imitation.endpoint('openai'));
  await expect(chat.choice('openai')).not.toBeChecked();
  await chat.choose('openai');
  await expect(chat.field('API Endpoint')).toHaveValue(/^https:\/\/api\.openai\.com\//);
  await expect(chat.field('API Key')).toHaveValue(keys.openai);
  expect(JSON.stringify(imitation.requests())).not.toContain(keys.openai);
});

test('a message sent with its key hidden after its chat was left is no draft there any more [SEND-09] @rest', async ({
  page,
  chat,
}) => {
  await chat.open();
  await chat.ask('/say Good day.');
  await chat.say(`/say ${canary}`);
  await chat.expectToast('This looks like your API key');
  await page.evaluate(() => history.pushState(null, '', '/chat'));
  await expect(chat.messages).toHaveCount(0);
  await chat.toasts.getByRole('button', { name: 'Send with the key hidden' }).click();
  await page.goBack();
  await expect(chat.replies).toHaveCount(2);
  await expect(chat.questions.last()).not.toContainText(canary);
  await expect(chat.box).toHaveValue('');
});
