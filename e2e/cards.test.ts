import type { Locator } from '@playwright/test';
import { expect, test } from './journey.ts';

test.use({ provider: 'anthropic' });

const actionsOf = (message: Locator) => message.getByRole('button', { name: 'Copy message' }).locator('..');

test("resting on the badge opens a card of the provider, resting on a reply's icon one of its model; what can be done with a message is there on hover and focus, and always on the last answer, evenly spaced [CHAT-02 CHAT-03 CHAT-04 CHAT-05 LIST-13 LIST-14 LIST-15 LIST-16 LOOK-40]", async ({
  page,
  chat,
}) => {
  await chat.open();
  await expect(chat.badge).toContainText('Claude Sonnet 5.5');
  await chat.badge.hover();
  const card = page.getByRole('tooltip');
  await expect(card).toContainText('Claude 3.5 Sonnet');
  await expect(card.getByRole('paragraph').last()).toHaveText(
    'A careful writer and programmer from Anthropic, at home in long documents.',
  );
  await expect(card.getByRole('listitem').first()).toHaveText(
    /^(Code generation|Math|Creative writing|Analysis|Long context|Real-time knowledge)$/,
  );

  await chat.ask('/say Hello.');
  await page.mouse.move(5, 5);
  await expect(card).toBeHidden();
  await chat.replies.getByRole('button', { name: 'Anthropic' }).hover();
  await expect(card.getByRole('paragraph')).toHaveText([
    'Claude Sonnet 5.5',
    'claude-sonnet-5-5',
    'Context: 1,000,000 tokens',
    'Max output: 128,000 tokens',
  ]);
  await page.mouse.move(5, 5);
  await expect(card).toBeHidden();

  await chat.ask('/say Two.');
  await page.mouse.move(0, 0);
  const first = chat.replies.first();
  await expect(actionsOf(first)).toHaveCSS('opacity', '0');
  await expect(actionsOf(chat.questions.last())).toHaveCSS('opacity', '0');
  await expect(actionsOf(chat.replies.last())).toHaveCSS('opacity', '1');
  await first.hover();
  await expect(actionsOf(first)).toHaveCSS('opacity', '1');
  await page.mouse.move(0, 0);
  await expect(actionsOf(first)).toHaveCSS('opacity', '0');
  await first.getByRole('button', { name: 'Share message' }).focus();
  await expect(actionsOf(first)).toHaveCSS('opacity', '1');

  const starts = await first
    .getByRole('button', { name: /message$|reply$/ })
    .evaluateAll((buttons) => buttons.map((button) => button.getBoundingClientRect().left));
  const steps = starts.slice(1).map((start, at) => Math.round(start - (starts[at] ?? 0)));
  expect(starts.length).toBeGreaterThan(3);
  expect(new Set(steps).size).toBe(1);
});

test('the keyboard opens a card too, and Escape closes it @rest', async ({ page, chat }) => {
  await chat.open();
  await chat.ask('/say Hello.');
  await chat.list.focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Shift+Tab');
  await chat.replies.getByRole('button', { name: 'Anthropic' }).focus();
  const card = page.getByRole('tooltip');
  await expect(card).toContainText('Context: 1,000,000 tokens');
  await page.keyboard.press('Escape');
  await expect(card).toBeHidden();
});

test('model info is stored in local storage when settings are saved and when a reply names its model [MODEL-01 MODEL-02 MODEL-03 MODEL-04 MODEL-05] @rest', async ({
  page,
  chat,
  imitation,
}) => {
  await chat.open();
  await chat.settings.click();
  await chat.configure('anthropic', {
    endpoint: imitation.endpoint('anthropic'),
    model: 'claude-haiku-4-5',
    apiKey: await chat.field('API Key').inputValue(),
  });
  await expect(chat.dialog).toBeHidden();
  expect(await chat.stored()).toMatchObject({
    model_name: expect.stringMatching(/haiku 4\.5/i),
    model_version: 'claude-haiku-4-5',
    context_window: '200000',
    max_output_tokens: '64000',
  });
  await page.evaluate(() => localStorage.setItem('context_window', '123456'));
  await chat.ask('/say Hello.');
  await chat.replies.getByRole('button', { name: 'Anthropic' }).hover();
  await expect(page.getByRole('tooltip')).toContainText('Context: 123,456 tokens');
});

test('a reply keeps the provider and model it was made with [MSG-05] @rest', async ({ chat, imitation }) => {
  await chat.open();
  await chat.ask('/say From anthropic.');
  await chat.settings.click();
  await chat.configure('grok', {
    endpoint: imitation.endpoint('grok'),
    model: 'grok-4.7',
    apiKey: 'another-key',
  });
  await expect(chat.dialog).toBeHidden();
  await chat.ask('/say From grok.');
  await expect(chat.replies.first().getByRole('button', { name: 'Anthropic' })).toBeVisible();
  await expect(chat.replies.first()).toContainText('Claude Sonnet 5.5');
  await expect(chat.replies.last().getByRole('button', { name: 'xAI' })).toBeVisible();
  await expect(chat.replies.last()).toContainText('Grok 4.7');
});
