import type { Page } from '@playwright/test';
import type { Member, Server } from './account.ts';
import { Chat } from './chat.ts';
import { expect } from './journey.ts';
import { test } from './member.ts';

test.use({ provider: 'openai' });

const titled = (page: Page, title: string) =>
  page.getByRole('button', { name: `Rename “${title}”`, exact: true });
const field = (page: Page) => page.getByRole('textbox', { name: 'Title' });

/** The titles of the conversations in the account. */
async function titlesOf(api: Server, member: Member): Promise<unknown[]> {
  const { conversations } = await api.as(member, 'GET /api/v1/conversations', { query: {} });
  return conversations.map(({ fields }) => fields.title?.[0]);
}

test('a title changed in the header with Enter stays, also after deleting, Undo and a reload [CONV-03] @phone-rest', async ({
  page,
  chat,
  ada,
  api,
}) => {
  await chat.open();
  await chat.ask('/say Good day.');
  await titled(page, '/say Good day.').click();
  await expect(field(page)).toBeFocused();
  await page.keyboard.type('  Snakes & ladders ');
  await page.keyboard.press('Enter');
  await expect(titled(page, 'Snakes & ladders')).toBeFocused();
  await expect(field(page)).toBeHidden();
  await expect.poll(() => titlesOf(api, ada)).toEqual(['Snakes & ladders']);

  // By keyboard alone, and Escape changes nothing.
  await titled(page, 'Snakes & ladders').press('Enter');
  await page.keyboard.type('Never');
  await page.keyboard.press('Escape');
  await expect(titled(page, 'Snakes & ladders')).toBeFocused();
  await titled(page, 'Snakes & ladders').press('Space');
  await expect(field(page)).toHaveValue('Snakes & ladders');
  // Left by a press elsewhere, which keeps the focus.
  await chat.box.click();
  await expect(chat.box).toBeFocused();
  await titled(page, 'Snakes & ladders').click();
  await page.keyboard.type('Lad');
  // As when another window is looked at meanwhile: the box is still the focused one of this page.
  await field(page).evaluate((box) => box.dispatchEvent(new FocusEvent('focusout', { bubbles: true })));
  await page.keyboard.type('ders');

  // What is typed counts, however the field is left.
  await page.getByRole('button', { name: 'Conversation', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Delete', exact: true }).click();
  await expect(chat.messages).toHaveCount(0);
  await chat.toasts.getByRole('button', { name: 'Undo' }).click();
  await expect(titled(page, 'Ladders')).toBeVisible();
  await expect.poll(() => titlesOf(api, ada)).toEqual(['Ladders']);
  await page.reload();
  await expect(titled(page, 'Ladders')).toBeVisible();
});

const instructionsIn = async (page: Page) => {
  await page.getByRole('button', { name: /^Provider and model/ }).click();
  await page.getByRole('button', { name: 'Instructions…' }).click();
  return page.getByRole('dialog', { name: 'Instructions' });
};

test('an open chat never writes back an old copy of what another tab has changed @rest', async ({
  page,
  context,
  chat,
}) => {
  await chat.open();
  await chat.ask('/say Good day.');
  await expect(titled(page, '/say Good day.')).toBeVisible();
  await page.waitForURL(/\/chat\/[0-9a-f-]{36}$/);
  const other = new Chat(await context.newPage());
  await other.page.goto(page.url());
  await expect(other.replies).toHaveCount(1);

  // The other tab renames and sets a system prompt, while a box with the old title is open in this one.
  await titled(page, '/say Good day.').click();
  await titled(other.page, '/say Good day.').click();
  await other.page.keyboard.type('Snakes');
  await other.page.keyboard.press('Enter');
  await expect(titled(other.page, 'Snakes')).toBeVisible();
  const there = await instructionsIn(other.page);
  await there.getByRole('textbox', { name: 'System prompt' }).fill('Rhyme.');
  await there.getByRole('button', { name: 'Done' }).click();

  await chat.box.click();
  await expect(chat.box).toBeFocused();
  await expect(titled(page, 'Snakes')).toBeVisible();
  const here = await instructionsIn(page);
  await expect(here.getByRole('textbox', { name: 'System prompt' })).toHaveValue('Rhyme.');
  await here.getByRole('spinbutton', { name: 'Temperature' }).fill('0.5');
  await here.getByRole('button', { name: 'Done' }).click();
  await expect
    .poll(async () => {
      await other.page.reload();
      const dialog = await instructionsIn(other.page);
      const values = dialog.locator('textarea, input');
      return values.evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value));
    })
    .toEqual(expect.arrayContaining(['Rhyme.', '0.5']));
});
