import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expectClean } from './axe.ts';
import { expect, test } from './journey.ts';

test.use({ provider: 'grok' });

/** What an answer used is stored with its end, a few writes after it shows: faster than a person leaves the page. */
const expectRecorded = (page: Page, records = 1) =>
  expect
    .poll(() =>
      page.evaluate(async () => {
        const result = <T>(asked: IDBRequest<T>) =>
          new Promise<T>((resolve, reject) => {
            asked.onsuccess = () => resolve(asked.result);
            asked.onerror = () => reject(asked.error);
          });
        const database = await result(indexedDB.open('polylogue.store.guest'));
        const count = await result(database.transaction('usage').objectStore('usage').count());
        database.close();
        return count;
      }),
    )
    .toBeGreaterThanOrEqual(records);

test('what answers cost is on one page, as a chart, a table and a file [COST-31] [COST-33] @phone-rest @rest', async ({
  page,
  chat,
}) => {
  await chat.open();
  await expect(await chat.ask('/tokens 200')).toContainText('$0.00');
  await expectRecorded(page);
  await page.goto('/costs');
  await expect(page.getByRole('heading', { name: 'Costs', level: 1 })).toBeVisible();
  await expect(page.getByRole('region', { name: /^Total of/ })).toContainText(/^\$0\.00\d\d.*1 answer/s);
  await expect(page.getByRole('figure', { name: /^Cost per day/ })).toBeVisible();
  await page.getByRole('combobox', { name: 'Costs by' }).selectOption('Conversation');
  const row = page.getByRole('row', { name: /tokens 200/ });
  await expect(row).toContainText(/\$0\.00\d\d1\d+200/);
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download table' }).click();
  const file = await readFile(await (await saving).path(), 'utf8');
  expect(file).toMatch(
    /^\uFEFFConversation,Answers,.*\r\n\/tokens 200,1,\d+,\d+,200,\d+,0\.\d{6},0\.000000,0,/,
  );
  await expectClean(page);
  // Twelve bars have twelve lines at most.
  await page.getByRole('navigation', { name: 'Period' }).getByRole('link', { name: '12 months' }).click();
  await expect(page.getByRole('columnheader', { name: 'Month' })).toBeVisible();
  await page.getByRole('combobox', { name: 'Costs by' }).selectOption('Conversation');
  await row.getByRole('link').click();
  await expect(chat.replies.last()).toBeVisible();
});

test('a budget that is used up warns above the text box, and stops the next question [BUDGET-01] [BUDGET-02] @rest', async ({
  page,
  chat,
  asked,
}) => {
  await chat.open();
  await expect(await chat.ask('/tokens 4000')).toContainText('$0.0');
  await expectRecorded(page);
  await page.goto('/costs');
  await page.getByRole('button', { name: 'Set a monthly budget' }).click();
  await page.getByRole('textbox', { name: /^Budget for each month/ }).fill('nothing');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Enter an amount in US dollars, such as 20 or 7.50.')).toBeVisible();
  await page.getByRole('textbox', { name: /^Budget for each month/ }).fill('0.01');
  await page.getByRole('switch', { name: 'Stop when it is used up' }).check();
  await expectClean(page);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('region', { name: 'Budget' })).toContainText(/of \$0\.01 used this month/);
  // Where one was before the form.
  await expect(page.getByRole('button', { name: 'Change' })).toBeFocused();
  const amount = page.getByRole('textbox', { name: /^Budget for each month/ });
  for (const [typed, shown] of [
    ['1500', '1,500'],
    ['1,500.50', '1,500.5'],
    ['0.01', '0.01'],
  ] as const) {
    await page.getByRole('button', { name: 'Change' }).click();
    await amount.fill(typed);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Change' }).click();
    await expect(amount).toHaveValue(shown);
    await page.getByRole('button', { name: 'Cancel' }).click();
  }

  await chat.open();
  const note = page.getByRole('status').filter({ hasText: /^Your budget for this month is used up: / });
  await expect(note).toBeVisible();
  const before = asked().length;
  await chat.box.fill('One more?');
  await chat.box.press('Enter');
  const toast = page.getByRole('region', { name: 'Notifications' });
  await expect(toast.getByText('Your budget for this month is used up')).toBeVisible();
  await expect(chat.box).toHaveValue('One more?');
  expect(asked()).toHaveLength(before);
});

test('a model gives a title where that is switched on, and its cost is among the others [TITLE-01] @rest', async ({
  page,
  chat,
}) => {
  await page.goto('/settings/models');
  await page.getByRole('switch', { name: 'Short titles by a model' }).press('Space');
  // The imitation is a server of one's own.
  await page.getByRole('switch', { name: 'On servers of your own, too' }).press('Space');
  await expect(page.getByRole('switch', { name: 'On servers of your own, too' })).toBeChecked();
  await chat.open();
  await chat.ask('/say Snakes of the north');
  const sidebar = page.getByRole('complementary', { name: 'At a glance' });
  await expect(sidebar.getByRole('link', { name: 'Snakes of the north', exact: true })).toBeVisible();
  await expectRecorded(page, 2);
  await page.goto('/costs');
  const total = page.getByRole('region', { name: /^Total of/ });
  await expect(total).toContainText(/\$0\.00/);
  await page.getByRole('combobox', { name: 'Costs by' }).selectOption('Model');
  await expect(page.getByRole('table').getByRole('row').filter({ hasText: '$0.0' })).not.toHaveCount(0);
  await page.getByRole('combobox', { name: 'Costs by' }).selectOption('Conversation');
  await expect(page.getByRole('row', { name: /^Snakes of the north/ })).toContainText('$0.0');
});

test('what a temporary conversation costs counts in the budget, and Costs says that it is only there [BUDGET-02] @rest', async ({
  page,
  chat,
}) => {
  await page.goto('/costs');
  await expect(
    page.getByText('Answers in temporary conversations count towards the budget only.'),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Set a monthly budget' }).click();
  await page.getByRole('textbox', { name: /^Budget for each month/ }).fill('0.01');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('region', { name: 'Budget' })).toContainText('$0.00 of $0.01');
  await chat.open();
  await chat.temporary.press('Space');
  await chat.ask('/tokens 4000');
  await expect(page.getByText(/^Your budget for this month is used up: /)).toBeVisible();
});

test('an answer whose page is reloaded in the middle of it is among the costs, estimated [COST-30] @rest', async ({
  page,
  chat,
}) => {
  await chat.open();
  await chat.box.fill('/tokens 4000 rate=40');
  await chat.box.press('Enter');
  await expect(chat.replies.last()).toContainText(/\w+ \w+ \w+/);
  await page.reload();
  await expect(page.getByText('The connection closed before this reply was complete')).toBeVisible();
  await expectRecorded(page);
  await page.goto('/costs');
  await expect(page.getByRole('region', { name: /^Total of/ })).toContainText(/1 answer.*estimated \(≈\)/s);
});
