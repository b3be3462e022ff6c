import type { Locator, Page } from '@playwright/test';
import { expect, test } from './journey.ts';
import { canary, endpointOf } from './provider.ts';

test.use({ provider: null, permissions: ['clipboard-read', 'clipboard-write'] });

/** Presses Tab until the focus is there. */
async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab') {
  for (let presses = 0; presses < 40; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement).catch(() => false)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${target} cannot be reached with ${key}.`);
}

test('everything can be done with the keyboard alone @rest', async ({ page, chat, imitation }) => {
  await chat.open();
  await tabTo(page, chat.settings);
  await page.keyboard.press('Enter');
  await expect(chat.dialog).toBeVisible();

  await tabTo(page, chat.choice('gemini'));
  for (let presses = 0; presses < 5 && !(await chat.choice('anthropic').isChecked()); presses += 1) {
    await page.keyboard.press('ArrowRight');
  }
  await expect(chat.choice('anthropic')).toBeChecked();
  for (const [field, value] of [
    ['API Endpoint', endpointOf('anthropic', imitation.url)],
    ['Model Name', 'claude-sonnet-5-5'],
  ] as const) {
    await tabTo(page, chat.field(field));
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.insertText(value);
  }
  await tabTo(page, chat.field('API Key'), 'Shift+Tab');
  await page.keyboard.insertText(canary);
  await page.keyboard.press('Enter');
  await expect(chat.dialog).toBeHidden();

  await tabTo(page, chat.box);
  await page.keyboard.insertText('/say A reply to be copied.');
  await page.keyboard.press('Enter');
  await expect(chat.replies).toContainText('A reply to be copied.');
  await expect(chat.send).toBeVisible();
  await expect(chat.box).toBeFocused();

  await tabTo(page, chat.replies.getByRole('button', { name: 'Copy message' }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('A reply to be copied.');

  await tabTo(page, page.getByRole('link', { name: 'New conversation' }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(chat.messages).toHaveCount(0);
  await expect(chat.box).toBeFocused();
});

test('the focus stays inside the open dialog @rest', async ({ page, chat }) => {
  await chat.open();
  await chat.settings.click();
  await expect(chat.dialog.locator(':focus')).toHaveCount(1);
  for (let presses = 0; presses < 30; presses += 1) {
    await page.keyboard.press('Tab');
    // At the end it passes a guard that sends it back to the beginning.
    await expect(chat.dialog.locator(':focus')).toHaveCount(1);
  }
});

test('what has the focus shows it @rest', async ({ page, chat }) => {
  await chat.open();
  for (let presses = 0; presses < 8; presses += 1) {
    await page.keyboard.press('Tab');
    const outline = await page.evaluate(() => {
      const focused = document.activeElement;
      if (!focused || focused === document.body) return null;
      const around = [focused, focused.closest('form')].filter((element) => element !== null);
      return around.some((element) => getComputedStyle(element).outlineStyle !== 'none');
    });
    expect(outline).not.toBe(false);
  }
});
