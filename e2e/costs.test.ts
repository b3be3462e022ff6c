import { readFile } from 'node:fs/promises';
import { expectClean } from './axe.ts';
import { expect, test } from './journey.ts';

test.use({ provider: 'grok' });

test('what answers cost is on one page, as a chart, a table and a file [COST-31] [COST-33] @phone', async ({
  page,
  chat,
}) => {
  await chat.open();
  await chat.ask('/tokens 200');
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
  await row.getByRole('link').click();
  await expect(chat.replies.last()).toBeVisible();
});
