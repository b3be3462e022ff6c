import type { Page } from '@playwright/test';
import { newPerson } from './account.ts';
import type { Chat } from './chat.ts';
import { expect, test } from './journey.ts';
import { answerAt } from './own-servers.ts';

test.use({ provider: null });

const key = 'sk-proj-0123456789abcdefghijklmnop';

/** Counts the actions until there is an answer: presses, choices and filled fields. */
async function firstAnswer(
  chat: Chat,
  by: string,
  actions: readonly (readonly [what: string, act: () => Promise<unknown>])[],
  answer = 'Good day.',
): Promise<number> {
  const began = performance.now();
  for (const [what, act] of actions) await test.step(what, act);
  await expect(chat.replies).toContainText(answer);
  // The time of the app and this machine; reading and thinking come on top.
  const seconds = ((performance.now() - began) / 1_000).toFixed(1);
  console.log(`First answer, ${by}: ${actions.length} actions, ${seconds} s.`);
  return actions.length;
}

test('a guest has the first answer after five actions [FIRST-04]', async ({
  page,
  chat,
  imitation,
  watched,
}) => {
  await answerAt(page, watched, 'https://api.openai.com', imitation, 'openai');
  await page.goto('/');
  const count = await firstAnswer(chat, 'a guest', [
    ['try it', () => page.getByRole('link', { name: 'Try it without an account' }).click()],
    ['paste the key', () => chat.field('API Key').fill(key)],
    ['save', () => chat.save()],
    ['write', () => chat.box.fill('/say Good day.')],
    ['send', () => chat.box.press('Enter')],
  ]);
  expect(count).toBe(5);
  await expect(page).toHaveURL(/\/chat\/[^#]+$/);
});

test('with Ollama a guest has it after five actions, too [FIRST-04] @rest', async ({
  page,
  chat,
  imitation,
  watched,
}) => {
  await answerAt(page, watched, 'http://localhost:11434', imitation, 'ollama');
  await page.goto('/');
  const count = await firstAnswer(chat, 'Ollama', [
    ['try it', () => page.getByRole('link', { name: 'Try it without an account' }).click()],
    ['choose Ollama', () => chat.dialog.getByRole('radio', { name: 'Ollama' }).press('Space')],
    ['save', () => saved(chat)],
    ['write', () => chat.box.fill('/say Good day.')],
    ['send', () => chat.box.press('Enter')],
  ]);
  expect(count).toBe(5);
  // It speaks OpenAI's format, and is not OpenAI.
  await expect(chat.replies.getByRole('img', { name: 'Ollama' })).toBeVisible();
});

test('with an account it takes nine actions [FIRST-04] @rest', async ({ page, chat, imitation, watched }) => {
  await answerAt(page, watched, 'https://api.openai.com', imitation, 'openai');
  const { email, username, password } = newPerson();
  await page.goto('/');
  const count = await firstAnswer(
    chat,
    'a member',
    [
      ['sign up', () => page.getByRole('link', { name: 'Sign Up' }).click()],
      ['email address', () => page.getByLabel('Email').fill(email)],
      ['name', () => page.getByLabel('Username').fill(username)],
      ['password', () => page.getByLabel('Password', { exact: true }).fill(password)],
      ['make the account', () => checkedSignUp(page)],
      ['accept', () => page.getByRole('button', { name: 'Accept' }).click()],
      ['paste the key', () => chat.field('API Key').fill(key)],
      ['save', () => chat.save()],
      ['ask', () => page.getByRole('button', { name: 'What can you help me with?' }).click()],
    ],
    'the imitation of',
  );
  expect(count).toBe(9);
});

/** The challenge solves itself while a person types, which takes longer than a test does. */
async function checkedSignUp(page: Page) {
  await expect(page.getByRole('checkbox', { name: 'I am human' })).toBeChecked();
  await page.getByRole('button', { name: 'Sign Up' }).click();
}

/** The models are listed automatically, and the first one is chosen. */
async function saved(chat: Chat) {
  await expect(chat.field('Model Name')).not.toHaveValue('');
  await chat.save();
}
