import type { Page } from '@playwright/test';
import { expectClean } from './axe.ts';
import type { Chat } from './chat.ts';
import { expect, isLongRun, test } from './journey.ts';
import { canary, endpointOf } from './provider.ts';

/** Two saved providers: openai is the chosen one. */
const remembered = (imitation: string) => [
  { type: 'grok', apiKey: canary, endpoint: endpointOf('grok', imitation), model: 'grok-4.7' },
  { type: 'openai', apiKey: canary, endpoint: endpointOf('openai', imitation), model: 'gpt-4o' },
];

async function openWithBoth(page: Page, chat: Chat, imitation: string) {
  await page.addInitScript(
    (saved) =>
      localStorage.getItem('polylogue.connections') ?? localStorage.setItem('polylogue.connections', saved),
    JSON.stringify(remembered(imitation)),
  );
  await chat.open();
  await expect(switchOf(page)).toBeVisible();
}

const switchOf = (page: Page) => page.getByRole('button', { name: /^Provider and model/ });
const rows = (page: Page, group: string) => page.getByRole('group', { name: group }).getByRole('option');
const openSettings = async (page: Page) => {
  await switchOf(page).click();
  await page.getByRole('button', { name: 'Instructions…' }).click();
  return page.getByRole('dialog', { name: 'Instructions' });
};

test('the composer shows who answers, and another saved connection is one choice away [COST-12 LOOK-31] @phone-rest', async ({
  page,
  chat,
  imitation,
  asked,
}) => {
  await openWithBoth(page, chat, imitation.url);
  const { host } = new URL(imitation.url);
  await expect(switchOf(page)).toHaveAccessibleName(`Provider and model: ${host}, GPT-4o`);
  await switchOf(page).click();
  await expect(page.getByRole('option', { name: /^GPT-4o/ })).toHaveAttribute('aria-selected', 'true');
  await expect(rows(page, `${host} · xAI`).first()).toBeVisible();
  if (isLongRun) await expectClean(page, ['region']);
  await page.getByRole('option', { name: /^Grok 4\.7/ }).click();
  await expect(switchOf(page)).toHaveAccessibleName(`Provider and model: ${host}, Grok 4.7`);
  await expect(switchOf(page)).toBeFocused();
  await expect(chat.badge).toHaveText('Grok 4.7');
  expect(await chat.stored()).toMatchObject({
    ai_provider: 'grok',
    openai_api_key: canary,
    openai_endpoint: endpointOf('grok', imitation.url),
    openai_model: 'grok-4.7',
  });
  await chat.ask('/say Hello from there');
  expect(asked().at(-1)?.path).toContain('/chat/completions');
  expect(asked().at(-1)?.host).toBe('grok');
});

test('the keyboard alone switches, and while a reply streams it is for the next question [COST-12 COST-25] @rest', async ({
  page,
  chat,
  imitation,
  asked,
}) => {
  await openWithBoth(page, chat, imitation.url);
  await chat.say('/tokens 400 rate=40');
  await expect(chat.stop).toBeVisible();
  await switchOf(page).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('combobox', { name: /^Search models/ })).toBeFocused();
  await page.keyboard.type('xai 4.7');
  await expect(page.getByRole('option', { name: /^Grok 4\.7/ })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(switchOf(page)).toHaveAccessibleName(/Grok 4\.7$/);
  await expect(switchOf(page)).toBeFocused();
  await expect(chat.stop).toBeVisible();
  await chat.stop.click();
  await chat.ask('/say Next');
  expect(asked().map(({ host }) => host)).toEqual(['openai', 'grok']);
});

test('the models of the chosen connection can be switched too, and are listed without a press [COST-13] @rest', async ({
  page,
  chat,
  imitation,
  asked,
}) => {
  await openWithBoth(page, chat, imitation.url);
  await switchOf(page).click();
  await page.getByRole('option', { name: /^GPT-6 Luna/ }).click();
  await expect(switchOf(page)).toHaveAccessibleName(/GPT-6 Luna/);
  await chat.ask('/say Hi');
  expect(asked().at(-1)?.body).toMatchObject({ model: 'gpt-6-luna' });
  expect((await chat.stored()).model_name).toBe('GPT-6 Luna');
});

test('a system prompt and limits go along with every question of this chat [COST-14] @phone-rest @rest', async ({
  page,
  chat,
  imitation,
}) => {
  await openWithBoth(page, chat, imitation.url);
  const dialog = await openSettings(page);
  await dialog.getByLabel('System prompt').fill('Answer like a lighthouse keeper.');
  await dialog.getByLabel('Temperature').fill('0.3');
  await dialog.getByLabel('Longest answer').fill('900');
  await expect(dialog.getByLabel('Reasoning effort')).toHaveCount(0);
  if (isLongRun) await expectClean(page);
  await dialog.getByRole('button', { name: 'Done' }).click();
  const reply = await chat.ask('/echo');
  await expect(reply).toContainText('system: Answer like a lighthouse keeper.');
  await expect(reply).toContainText('"max_tokens":900');
  await expect(reply).toContainText('"temperature":0.3');
});

test('what was set up in a chat that has not begun is still there when a new conversation leads back to it [COST-14] @rest', async ({
  page,
  chat,
  imitation,
}) => {
  await openWithBoth(page, chat, imitation.url);
  await chat.ask('/say One.');
  await chat.startNew();
  const dialog = await openSettings(page);
  await dialog.getByLabel('System prompt').fill('Answer like a lighthouse keeper.');
  await dialog.getByRole('button', { name: 'Done' }).click();
  await chat.box.fill('Not sent yet');
  await page.goBack();
  await expect(chat.replies).toHaveCount(1);
  await chat.startNew();
  await expect(chat.box).toHaveValue('Not sent yet');
  await expect((await openSettings(page)).getByLabel('System prompt')).toHaveValue(
    'Answer like a lighthouse keeper.',
  );
});

test('an invalid value is reported, and not sent [COST-14] @rest', async ({ page, chat, imitation }) => {
  await openWithBoth(page, chat, imitation.url);
  const dialog = await openSettings(page);
  await dialog.getByLabel('Temperature').fill('7');
  await expect(dialog.getByRole('alert')).toHaveText('Enter a number from 0 to 2');
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(await chat.ask('/echo')).not.toContainText('temperature');
});

test('a thinking model is offered its efforts and no temperature, an unknown one everything [COST-10 COST-14] @rest', async ({
  page,
  chat,
  imitation,
}) => {
  await openWithBoth(page, chat, imitation.url);
  await page.evaluate(() => localStorage.setItem('openai_model', 'gpt-6.2-sol'));
  await chat.open();
  const dialog = await openSettings(page);
  await expect(dialog.getByLabel('Temperature')).toHaveCount(0);
  await expect(dialog.getByLabel('Reasoning effort').locator('option')).toHaveText([
    'Default (medium)',
    'Low',
    'Medium',
    'High',
    'Very high',
    'Maximum',
  ]);
  await dialog.getByLabel('Reasoning effort').selectOption('Low');
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(await chat.ask('/echo')).toContainText('"reasoning_effort":"low"');

  await page.evaluate(() => localStorage.setItem('openai_model', 'somebody-elses'));
  await chat.open();
  const again = await openSettings(page);
  await expect(again.getByText('Polylogue does not know what somebody-elses supports')).toBeVisible();
  await expect(again.getByLabel('Temperature')).toBeVisible();
  await expect(again.getByLabel('Reasoning effort')).toBeVisible();
});

test('the settings of a chat are there again after a reload, which asks first for the prompt’s sake [COST-23] @phone-rest @rest', async ({
  page,
  chat,
  imitation,
}) => {
  const dialogs: string[] = [];
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.type());
    void dialog.accept();
  });
  await openWithBoth(page, chat, imitation.url);
  const dialog = await openSettings(page);
  await dialog.getByLabel('System prompt').fill('Be brief.');
  await dialog.getByLabel('Temperature').fill('0.3');
  await dialog.getByRole('button', { name: 'Done' }).click();
  await page.reload();
  await expect(switchOf(page)).toHaveAccessibleName(/This conversation has its own instructions/);
  const reply = await chat.ask('/echo');
  await expect(reply).toContainText('system: Be brief.');
  await expect(reply).toContainText('"temperature":0.3');
  expect(dialogs).toEqual(['beforeunload']);
  await chat.startNew();
  await page.reload();
  await expect(switchOf(page)).toHaveAccessibleName(/GPT-4o$/);
});

test('a new chat begins without them, and Undo brings them back [COST-15] @rest', async ({
  page,
  chat,
  imitation,
}) => {
  await openWithBoth(page, chat, imitation.url);
  const dialog = await openSettings(page);
  await dialog.getByLabel('System prompt').fill('Be brief.');
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(chat.button('Instructions: this conversation has its own')).toBeVisible();
  await chat.ask('/say Yes');
  await chat.startNew();
  await expect(chat.button('Instructions: this conversation has its own')).toHaveCount(0);
  await chat.toasts.getByRole('button', { name: 'Undo' }).click();
  await expect(chat.button('Instructions: this conversation has its own')).toBeVisible();
  await expect(await chat.ask('/echo')).toContainText('system: Be brief.');
});
