import { expect, test } from './journey.ts';
import { shiftsSeen, watchShifts } from './shifts.ts';

test('a suggestion fills the box and is not sent; Temporary is a switch; nothing moves [BEGIN-01 BEGIN-03 BEGIN-04]', async ({
  page,
  chat,
  asked,
}) => {
  await watchShifts(page);
  await chat.open();
  const suggestions = chat.list.getByRole('list', { name: 'Suggestions' }).getByRole('button');
  await expect(suggestions).toHaveCount(4);
  await expect(chat.temporary).toBeVisible();
  expect(await shiftsSeen(page)).toEqual([]);

  await suggestions.nth(0).click();
  const first = await chat.box.inputValue();
  expect(first.length).toBeGreaterThan(40);
  await suggestions.nth(1).click();
  await expect(chat.box).not.toHaveValue(new RegExp(`^${first.slice(0, 20)}`));
  await chat.box.fill('Mine.');
  await suggestions.nth(0).click();
  await expect(chat.box).toHaveValue(`Mine.\n\n${first}`);
  await expect(chat.box).toBeFocused();
  expect(asked()).toEqual([]);

  await chat.temporary.press('Space');
  await expect(chat.list).toContainText('Nothing of this conversation is stored.');
  await chat.temporary.press('Space');
  await expect(chat.list).toContainText('Your conversations are kept in this browser.');
  await chat.temporary.press('Space');
  await expect(chat.box).toHaveValue(`Mine.\n\n${first}`);
  await chat.ask('/say A thing to remember.');
  await expect(chat.temporary).toHaveCount(0);
  await expect(page.getByText('Temporary', { exact: true })).toBeVisible();
  await expect(page).toHaveURL(/\/chat$/);
});
