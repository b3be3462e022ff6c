import { expect, test } from './journey.ts';

test.use({ provider: 'anthropic' });

test("resting on the badge opens a card with the provider's name, description and tags [CHAT-02 CHAT-03 CHAT-04 CHAT-05]", async ({
  page,
  chat,
}) => {
  await chat.open();
  await expect(chat.badge).toContainText('claude-sonnet-5-5');
  await chat.badge.hover();
  const card = page.getByRole('tooltip');
  await expect(card).toContainText('Claude 3.5 Sonnet');
  await expect(card.getByRole('paragraph').last()).toHaveText(
    'A careful writer and programmer from Anthropic, at home in long documents.',
  );
  await expect(card.getByRole('listitem').first()).toHaveText(
    /^(Code generation|Math|Creative writing|Analysis|Long context|Real-time knowledge)$/,
  );
});

test("resting on a reply's icon opens a card after 700 ms and leaves it 300 ms after [LIST-11 LIST-13 LIST-14 LIST-15 LIST-16 LIST-17 LIST-18 CONST-13] @rest", async ({
  page,
  chat,
}) => {
  await page.clock.install();
  await chat.open();
  await chat.ask('/say Hello.');
  const icon = chat.replies.getByRole('button', { name: 'Anthropic' });
  const card = page.getByRole('tooltip');
  // Once, so that the code of the card is there.
  await icon.hover();
  await expect(card).toBeVisible();
  await page.mouse.move(5, 5);
  await expect(card).toBeHidden();

  // An element described by a card has an open one; the card itself still fades for a moment.
  const isOpen = () => icon.evaluate((element) => element.hasAttribute('aria-describedby'));
  await page.clock.pauseAt(Date.now() + 3_600_000);
  await icon.hover();
  await page.clock.runFor(690);
  expect(await isOpen()).toBe(false);
  await page.clock.runFor(20);
  await expect.poll(isOpen).toBe(true);
  await page.clock.resume();
  await expect(card).toBeVisible();
  await expect(card).toContainText('Claude Sonnet 5.5');
  await expect(card).toContainText('claude-sonnet-5-5');
  await expect(card).toContainText('Context: 1,000,000 tokens');
  await expect(card).toContainText('Max output: 128,000 tokens');

  await page.clock.pauseAt(Date.now() + 7_200_000);
  await page.mouse.move(5, 5);
  await page.clock.runFor(290);
  expect(await isOpen()).toBe(true);
  await page.clock.runFor(20);
  await expect.poll(isOpen).toBe(false);
  await page.clock.resume();
  await expect(card).toBeHidden();
});

test('a touch does not open a card [LIST-19] @touch @rest', async ({ page, chat }) => {
  await page.clock.install();
  await chat.open();
  await chat.ask('/say Hello.');
  await chat.replies.getByRole('button', { name: 'Anthropic' }).tap();
  await page.clock.runFor(3_000);
  await expect(page.getByRole('tooltip')).toHaveCount(0);
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

test("the icons are the app's own [LIST-12] @rest", async ({ chat, watched, baseURL, imitation }) => {
  await chat.open();
  await chat.ask('/say Hello.');
  await expect(chat.replies.getByRole('button', { name: 'Anthropic' }).locator('svg, img')).toBeVisible();
  const hosts = new Set(watched.requests.map((request) => new URL(request.url()).origin));
  expect([...hosts].sort()).toEqual([baseURL, imitation.url].sort());
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
  await expect(chat.replies.first()).toContainText('claude-sonnet-5-5');
  await expect(chat.replies.last().getByRole('button', { name: 'xAI' })).toBeVisible();
  await expect(chat.replies.last()).toContainText('grok-4.7');
});
