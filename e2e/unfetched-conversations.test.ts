import { readFile } from 'node:fs/promises';
import type { Page, Route } from '@playwright/test';
import { newId } from '@polylogue/sync';
import type { Member, Server } from './account.ts';
import { AuthForm } from './auth-form.ts';
import { expect } from './journey.ts';
import { test } from './member.ts';

// Conversations that are in the account, on a day when the server gives little of them.
test.use({ provider: 'openai' });

const gone = /Failed to load resource/;
const unavailable = (route: Route) => route.fulfill({ status: 503, body: '{}' });

/** Stores a conversation of questions in an account, as another device would; returns its address. */
async function write(api: Server, who: Member, count: number, folder?: string) {
  const conversation_id = newId();
  const at = Date.now() - count * 1_000;
  const ids = Array.from({ length: count }, () => newId());
  await api.as(who, 'POST /api/v1/changes', {
    body: {
      conversations: [
        {
          conversation_id,
          created_at: at,
          fields: { title: ['Planets', at], ...(folder && { folder: [folder, at] }) },
        },
      ],
      records: folder ? [{ kind: 'folder', record_id: folder, fields: { name: ['Sky', at] } }] : [],
      messages: ids.map((message_id, index) => ({
        message_id,
        conversation_id,
        create: {
          parent_id: ids[index - 1] ?? null,
          role: 'user' as const,
          created_at: at + index * 1_000,
          body: `Planet number ${index + 1}`,
        },
      })),
    },
  });
  return `/chat/${conversation_id}`;
}

/** Holds back the list of conversations until told otherwise. */
async function holdBackList(page: Page) {
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(/\/api\/v1\/conversations(\?.*)?$/, async (route) => {
    await held;
    await route.continue();
  });
  return letGo;
}

test('Home takes nobody for new while the conversations of the account are on their way @rest', async ({
  page,
  ada,
  api,
}) => {
  await write(api, ada, 1);
  const letGo = await holdBackList(page);
  await page.goto('/dashboard');
  await expect(page.getByText('Fetching your conversations…')).toBeVisible();
  await expect(page.getByRole('region', { name: 'First steps' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Ask something' })).toHaveCount(0);
  await expect(page.getByRole('group', { name: 'Questions to begin with' })).toHaveCount(0);
  await expect(page.getByText('No recent activity yet.')).toHaveCount(0);
  letGo();
  await expect(page.getByRole('main').getByRole('link', { name: 'Planets' })).toBeVisible();
});

test('a folder is not called empty while its conversations are on their way, and they are not deleted unseen @rest', async ({
  page,
  ada,
  api,
}) => {
  await write(api, ada, 1, newId());
  const letGo = await holdBackList(page);
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Actions for the folder Sky' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete the folder “Sky”?' });
  await expect(dialog).toContainText('Its conversations are still being fetched.');
  await expect(dialog.getByRole('button', { name: 'Delete the conversations too' })).toBeDisabled();
  await expect(dialog.getByRole('button', { name: 'Keep the conversations' })).toBeFocused();
  letGo();
  await expect(dialog).toContainText('What becomes of the conversation in it?');
  await expect(dialog.getByRole('button', { name: 'Delete the conversation too' })).toBeEnabled();
});

test('nothing can be asked in a conversation that could not be fetched, and what was typed is kept for when it is here @rest', async ({
  page,
  chat,
  ada,
  api,
  asked,
  watched,
}) => {
  watched.expectErrors(gone);
  const address = await write(api, ada, 3);
  const code = /\/api\/v1\/conversations\/[^/]+(\/messages.*)?$/;
  let isHeld = true;
  const held: (() => void)[] = [];
  await page.route(code, async (route) => {
    if (isHeld) await new Promise<void>((resolve) => held.push(resolve));
    await unavailable(route);
  });
  await test.step('asked while it was being fetched', async () => {
    await page.goto(address);
    await chat.say('/say Mars.');
    await expect(chat.questions).toHaveCount(1);
    isHeld = false;
    for (const letGo of held) letGo();
    await expect(chat.questions).toContainText('This conversation could not be fetched');
    await expect(chat.button('Retry')).toBeVisible();
  });
  await test.step('asked afterwards', async () => {
    await page.reload();
    await expect(page.getByText('This conversation is not in this browser yet.')).toBeVisible();
    await expect(chat.box).toHaveValue('/say Mars.');
    await chat.box.press('Enter');
    await chat.expectToast(/^This conversation could not be fetched/);
    await expect(chat.box).toHaveValue('/say Mars.');
    expect(asked()).toEqual([]);
  });
  await page.unroute(code);
  await page.reload();
  await expect(chat.questions).toHaveCount(3);
  await expect(chat.box).toHaveValue('/say Mars.');
  await chat.box.press('Enter');
  await expect(chat.replies).toContainText('Mars.');
  await page.reload();
  await expect(chat.questions).toHaveCount(4);
});

test('whoever opens a conversation of their account without being signed in is led to sign in, and hides nothing of it by asking before @rest', async ({
  page,
  chat,
  api,
}) => {
  const ada = await api.signUp();
  const address = await write(api, ada, 3);
  await page.goto(address);
  await expect(page.getByText('It was deleted, or it is in your account or another browser.')).toBeVisible();
  await chat.ask('/say Mars.');
  await expect(page).not.toHaveURL(address);
  await page.goto(address);
  await expect(chat.box).toHaveValue('');
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
  await new AuthForm(page, 'Sign In').send({ 'Username or email': ada.username, Password: ada.password });
  await expect(chat.questions).toHaveCount(3);
  await page.goto('/dashboard');
  const dialog = page.getByRole('dialog', { name: 'Add your conversations to your account?' });
  await dialog.getByRole('button', { name: 'Add to account' }).click();
  await expect(dialog).toBeHidden();
  await page.goto(address);
  await expect(chat.questions).toHaveCount(3);
});

test('a conversation of which only the end is here says so, also when something is done with all of it, and Try again fetches the rest @rest', async ({
  page,
  chat,
  ada,
  api,
  watched,
}) => {
  watched.expectErrors(gone);
  const address = await write(api, ada, 150);
  await page.route(/\/api\/v1\/conversations\/[^/]+\/messages/, unavailable);
  await page.goto(address);
  await expect(chat.questions.last()).toContainText('Planet number 150');
  const note = page.getByRole('status').getByText('Earlier messages are not in this browser yet');
  await expect(note).toBeVisible();
  await chat.button('Try again').click();
  await chat.expectToast('The earlier messages could not be loaded', 'Only the newest are shown');
  await chat.closeToast();
  const choose = async (item: string) => {
    await chat.button('Conversation').click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  const started = page.waitForEvent('download');
  await choose('Download as Markdown');
  const text = await readFile(await (await started).path(), 'utf8');
  expect(text).toContain('Planet number 150');
  expect(text).not.toMatch(/Planet number 1$/m);
  await chat.expectToast('The earlier messages could not be loaded', 'Only the newest were taken');
  await chat.closeToast();

  await choose('Find');
  await page.getByLabel('Find in conversation').fill('Pluto');
  await expect(page.getByText('None in the newest')).toBeVisible();

  await chat.ask('/say Mars.');
  await chat.expectToast('The earlier messages could not be loaded', 'This question was sent without them');
  await page.unrouteAll();
  await expect(chat.replies.last()).toContainText('Mars.');
  await chat.button('Try again').click();
  await expect(note).toBeHidden();
  await choose('Find');
  await page.getByLabel('Find in conversation').fill('Pluto');
  await expect(page.getByText('Nothing found', { exact: true })).toBeVisible();
});
