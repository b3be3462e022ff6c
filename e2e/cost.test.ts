import type { Page } from '@playwright/test';
import { expectClean } from './axe.ts';
import { expect, test } from './journey.ts';
import { canary, endpointOf } from './provider.ts';

const meterOf = (page: Page) => page.getByRole('button', { name: /^Context:/ });

/** A setting as the dialog saves it, for a model with this context window. */
const window = (tokens: number) => ({
  model_name: 'GPT-4o',
  model_version: 'gpt-4o',
  context_window: String(tokens),
});

test.describe('a provider that names its price', () => {
  test.use({ provider: 'grok' });

  test('each reply shows its cost, and a card explains it [COST-20] @phone-rest @rest', async ({
    page,
    chat,
  }) => {
    await chat.open();
    const reply = await chat.ask('/tokens 200');
    await reply.getByRole('button', { name: /^What this reply cost: \$0\.00\d\d/ }).click();
    const card = page.getByRole('dialog', { name: 'What this reply cost' });
    await expect(card).toContainText(/Tokens written\s*200\s*Price\s*\$0\.00\d\d/);
    await expectClean(page, ['region']);
  });

  test('the chat shows its cost so far, by provider [COST-22] @phone @rest', async ({
    page,
    chat,
    imitation,
  }) => {
    await page.addInitScript(
      (saved) => localStorage.setItem('polylogue.connections', saved),
      JSON.stringify([
        { type: 'openai', apiKey: canary, endpoint: endpointOf('openai', imitation.url), model: 'gpt-4o' },
      ]),
    );
    await chat.open();
    await chat.ask('/tokens 200');
    await page.getByRole('button', { name: /^Provider and model/ }).click();
    await page.getByRole('option', { name: /^GPT-4o/ }).click();
    await chat.ask('/tokens 100');
    await meterOf(page).click();
    const bill = page.getByRole('dialog', { name: /^Context:/ });
    await expect(bill.getByRole('listitem')).toHaveCount(2);
    await expect(bill.getByRole('listitem').filter({ hasText: 'xAI' })).toContainText(/200 out.*\$0\.00/s);
    await expect(bill.getByRole('listitem').filter({ hasText: 'OpenAI' })).toContainText('price not known');
    await expectClean(page, ['region']);
  });
});

test('a server elsewhere has no price, and none is made up [COST-05] @rest', async ({ chat }) => {
  await chat.open();
  const reply = await chat.ask('/tokens 200');
  await expect(reply).toContainText(/2\d\d tokens/);
  await expect(reply).not.toContainText('$');
});

test('the cost of a stopped reply is estimated, and marked [COST-21] @rest', async ({ chat }) => {
  await chat.open();
  await chat.say('/tokens 2000 rate=100');
  await expect(chat.replies.last()).toContainText(/\w{3}/);
  await chat.stop.click();
  await expect(chat.replies.last()).toContainText(/≈ [\d,]+ tokens/);
});

test.describe('a model that reads 1,000 tokens at once', () => {
  test.use({ entries: window(1000) });

  test('the meter fills, warns, and suggests what helps when nothing fits any more [COST-16 COST-17] @phone-rest @rest', async ({
    page,
    chat,
  }) => {
    await chat.open();
    await expect(meterOf(page)).toHaveCount(0);
    await chat.ask('/tokens 300');
    await expect(meterOf(page)).toHaveAccessibleName(/^Context: 3\d\d of 1,000 tokens$/);
    await chat.ask('/tokens 500');
    await expect(meterOf(page)).toHaveAccessibleName(/^Context: 8\d\d of 1,000 tokens$/);
    await meterOf(page).click();
    await expect(page.getByText(/^The next question fills about 8\d% of what GPT-4o can read/)).toBeVisible();
    await page.keyboard.press('Escape');
    const note = page.getByText('This conversation is longer than GPT-4o can read');
    await expect(note).toHaveCount(0);
    await chat.box.fill('word '.repeat(300));
    await expect(note).toBeVisible();
    await expectClean(page);
  });

  test('dropping the oldest makes room, and can be undone [COST-18] @rest', async ({ page, chat, asked }) => {
    await chat.open();
    await chat.ask('The first question. /tokens 600');
    await chat.ask('The second question. /tokens 400');
    await page.getByRole('button', { name: 'Drop the oldest', exact: true }).click();
    await expect(page.getByText('This conversation is longer than')).toHaveCount(0);
    await chat.ask('/say Still here');
    expect(JSON.stringify(asked().at(-1)?.body)).not.toContain('The first question');
    expect(JSON.stringify(asked().at(-1)?.body)).toContain('The second question');
    await expect(chat.questions.first()).toContainText('The first question');
  });
});

test('a refusal because of the length offers the same, under the message [COST-18] @rest', async ({
  page,
  chat,
  asked,
  watched,
}) => {
  watched.expectErrors(/400/);
  await chat.open();
  await chat.ask('The first question. /say Yes');
  await chat.ask('The second question. /say Yes');
  await chat.say('/too-long');
  await page.getByRole('button', { name: 'Other model' }).click();
  const models = page.getByRole('dialog', { name: 'Models' });
  await expect(models.getByRole('button', { name: 'Models & keys…' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(models).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Provider and model/ })).toBeFocused();
  await page.getByRole('button', { name: 'Drop the oldest and retry' }).click();
  await expect.poll(() => asked().length).toBe(4);
  await expect(chat.send).toBeVisible();
  expect(JSON.stringify(asked().at(-1)?.body)).not.toContain('The first question');
});
