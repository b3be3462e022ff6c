import type { Page } from '@playwright/test';
import { expectClean } from './axe.ts';
import { expect, isLongRun, test } from './journey.ts';
import { answerAt } from './own-servers.ts';

const switchOf = (page: Page) => page.getByRole('button', { name: /^Provider and model/ });
const picker = (page: Page) => page.getByRole('dialog', { name: 'Models' });
const search = (page: Page) => page.getByRole('combobox', { name: /^Search models/ });
const option = (page: Page, name: RegExp) => picker(page).getByRole('option', { name });

const keys = {
  openai: 'sk-proj-own-f81c0e5b7a49d2aa',
  anthropic: 'sk-ant-own-f81c0e5b7a49d2aa',
  openrouter: 'sk-or-v1-own-f81c0e5b7a49d2aa',
} as const;
const origins = {
  openai: 'https://api.openai.com',
  anthropic: 'https://api.anthropic.com',
  openrouter: 'https://openrouter.ai',
} as const;
const connections = [
  {
    type: 'openai',
    apiKey: keys.openrouter,
    endpoint: `${origins.openrouter}/api/v1/chat/completions`,
    model: 'anthropic/claude-sonnet-5.5',
  },
  {
    type: 'anthropic',
    apiKey: keys.anthropic,
    endpoint: `${origins.anthropic}/v1/messages`,
    model: 'claude-sonnet-5-5',
  },
  {
    type: 'openai',
    apiKey: keys.openai,
    endpoint: `${origins.openai}/v1/chat/completions`,
    model: 'gpt-6-luna',
  },
];
const chosen = {
  ai_provider: 'openai',
  openai_api_key: keys.openai,
  openai_endpoint: `${origins.openai}/v1/chat/completions`,
  openai_model: 'gpt-6-luna',
};

test.describe('three saved connections', () => {
  test.use({ entries: { 'polylogue.connections': JSON.stringify(connections), ...chosen } });

  test.beforeEach(async ({ page, watched, imitation }) => {
    await answerAt(page, watched, origins.openai, imitation, 'openai');
    await answerAt(page, watched, origins.anthropic, imitation, 'anthropic');
    await answerAt(page, watched, origins.openrouter, imitation, 'openrouter');
  });

  test('all models are listed as the picker opens, in groups, with what is known of them, and each key goes only home [COST-13 COST-24 COST-26] @phone-rest @rest', async ({
    page,
    chat,
    watched,
  }) => {
    await chat.open();
    await switchOf(page).click();
    await expect(picker(page).getByRole('group')).toHaveCount(3);
    for (const name of ['OpenAI', 'Anthropic', 'OpenRouter'])
      await expect(picker(page).getByRole('group', { name })).toBeVisible();
    await expect(option(page, /^GPT-6 Luna/)).toHaveAttribute('aria-selected', 'true');
    await expect(option(page, /^GPT-6 Luna/)).toContainText(
      /Luna\$[\d.]+ in · \$[\d.]+ out · 1\.05M context · images/,
    );
    await expect(
      picker(page).getByRole('group', { name: 'OpenRouter' }).getByRole('option').nth(1),
    ).toContainText('$2 in · $10 out');
    if (isLongRun) await expectClean(page, ['region']);
    const seen = async () => {
      const found = new Set<string>();
      for (const request of watched.requests) {
        const sent = JSON.stringify(await request.allHeaders()) + request.url() + (request.postData() ?? '');
        for (const [whose, key] of Object.entries(keys))
          if (sent.includes(key)) found.add(`${whose} at ${new URL(request.url()).origin}`);
      }
      return [...found].sort();
    };
    const home = Object.entries(origins).map(([whose, origin]) => `${whose} at ${origin}`);
    await expect.poll(seen).toEqual(home.sort());
  });

  test('the keyboard alone searches, chooses and closes, and the focus goes back to the button [COST-25] @rest', async ({
    page,
    chat,
  }) => {
    await chat.open();
    await switchOf(page).focus();
    await page.keyboard.press('Enter');
    await expect(search(page)).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(picker(page)).toHaveCount(0);
    await expect(switchOf(page)).toBeFocused();

    await page.keyboard.press('Enter');
    await expect(search(page)).toBeFocused();
    await page.keyboard.type('anthropic opus');
    await expect(option(page, /^Claude Opus 5\.5/)).toBeVisible();
    await expect(option(page, /^GPT/)).toHaveCount(0);
    await page.keyboard.press('Enter');
    await expect(picker(page)).toHaveCount(0);
    await expect(switchOf(page)).toBeFocused();
    await expect(switchOf(page)).toHaveAccessibleName(/^Provider and model: Anthropic, Claude Opus/);
    await expect(chat.badge).toContainText('Claude Opus');

    await page.keyboard.press('Enter');
    await expect(option(page, /^Claude Opus 5\.5/)).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(picker(page)).toHaveCount(0);
    await expect(switchOf(page)).not.toHaveAccessibleName(/claude-opus/);
  });

  test('a name that is not in the list can be used with the connection in use [COST-25] @phone-rest @rest', async ({
    page,
    chat,
  }) => {
    await chat.open();
    await switchOf(page).click();
    await search(page).fill('gpt-7-preview');
    await option(page, /^Use “gpt-7-preview”/).click();
    await expect(switchOf(page)).toHaveAccessibleName('Provider and model: OpenAI, gpt-7-preview');
    expect(await chat.stored()).toMatchObject({ openai_model: 'gpt-7-preview', openai_api_key: keys.openai });
  });

  test('the display name is never shown for another model [CHAT-02] @rest', async ({ page, chat }) => {
    await chat.open();
    await expect(chat.badge).toHaveText('GPT-6 Luna');
    await expect(switchOf(page)).toHaveAccessibleName('Provider and model: OpenAI, GPT-6 Luna');
    await expect(page.locator('body')).not.toContainText('GPT-4 Omega');
  });
});

test('a list that fails says why in its group, keeps the saved model, and is there after another try [COST-26] @rest', async ({
  page,
  chat,
  watched,
}) => {
  watched.expectErrors(/Failed to load resource|CORS policy/);
  const lists = /\/models(\?|$)/;
  await page.route(lists, (route) => route.abort());
  await chat.open();
  await switchOf(page).focus();
  await page.keyboard.press('Enter');
  await expect(option(page, /^No list of models: .*could not be reached/)).toBeVisible();
  await expect(option(page, /^GPT-4o|^gpt-4o/)).toBeVisible();
  await expectClean(page, ['region']);
  await page.unroute(lists);
  await option(page, /^No list of models/).click();
  await expect(option(page, /^GPT-6 Luna/)).toBeVisible();
  await expect(option(page, /^No list of models/)).toHaveCount(0);
  await expect(picker(page)).toBeVisible();
});

test.describe('a key that others could read on the way', () => {
  const server = 'http://192.168.7.9:8000';
  test.use({
    entries: {
      ai_provider: 'openai',
      openai_api_key: 'own-key-f81c0e5b7a49d2aa',
      openai_endpoint: `${server}/v1/chat/completions`,
      openai_model: 'qwen3:8b',
    },
  });

  test('is sent for a list only when asked to [COST-26] @rest', async ({
    page,
    chat,
    watched,
    imitation,
  }) => {
    await answerAt(page, watched, server, imitation, 'vllm');
    await chat.open();
    await switchOf(page).click();
    await expect(option(page, /would travel unencrypted/)).toBeVisible();
    const sent = () => watched.requests.filter((request) => request.url().startsWith(server));
    expect(sent()).toEqual([]);
    await option(page, /would travel unencrypted/).click();
    await expect(option(page, /would travel unencrypted/)).toHaveCount(0);
    await expect.poll(() => sent().length).toBeGreaterThan(0);
  });
});
