import { expectClean } from './axe.ts';
import { expect, isLongRun, test } from './journey.ts';

test('a visitor sets text size and density, which hold at once and on every page from then on [LOOK-28 LOOK-29]', async ({
  page,
}) => {
  const sizeOfText = () => page.evaluate(() => getComputedStyle(document.documentElement).fontSize);
  await page.goto('/settings/appearance');
  await expect(page.getByRole('heading', { level: 1, name: 'Appearance' })).toBeVisible();
  expect(await sizeOfText()).toBe('16px');
  await page.getByRole('radio', { name: 'Larger' }).press('Space');
  expect(await sizeOfText()).toBe('20px');
  const gap = () =>
    page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--space-4'));
  const before = await gap();
  await page.getByRole('radio', { name: 'Compact' }).press('Space');
  expect(await gap()).not.toBe(before);
  if (isLongRun) await expectClean(page);
  await page.goto('/chat');
  expect(await sizeOfText()).toBe('20px');
  await page.goto('/settings/appearance');
  await page.getByRole('radio', { name: 'Normal' }).press('Space');
  expect(await sizeOfText()).toBe('16px');
});

test('where Ctrl+Enter is chosen Enter adds a line [LOOK-30] @rest', async ({ chat, page }) => {
  await page.goto('/settings/appearance');
  await page.getByRole('radio', { name: /\+Enter$/ }).press('Space');
  await chat.open();
  await chat.box.fill('/say One');
  await chat.box.press('Enter');
  await chat.box.pressSequentially('two');
  await expect(chat.box).toHaveValue('/say One\ntwo');
  await expect(chat.box).toHaveAttribute('enterkeyhint', 'enter');
  await chat.box.press('ControlOrMeta+Enter');
  await expect(chat.replies).toHaveCount(1);
  // So says the keyboard of a phone where a message is edited.
  await page.getByRole('button', { name: 'Edit message' }).click();
  await expect(page.getByLabel('Edit your message')).toHaveAttribute('enterkeyhint', 'enter');
});

test('a visitor who opens settings of an account is asked to sign in @rest', async ({ page }) => {
  await page.goto('/settings/privacy');
  await expect(page).toHaveURL('/signin?redirectAfterSignIn=%2Fsettings%2Fprivacy');
});
