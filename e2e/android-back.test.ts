import { expect, test } from './journey.ts';

test.use({
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  userAgent:
    'Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Mobile Safari/537.36',
});

test('Back on Android closes the menu, a dialog and a list one after the other, and the conversation stays @rest', async ({
  page,
  chat,
}) => {
  // Android asks to close with Back, a keyboard with Escape, which nothing else may hear here.
  await page.addInitScript(() => {
    addEventListener('keydown', (event) => event.key === 'Escape' && event.stopImmediatePropagation(), true);
  });
  const back = () => page.keyboard.press('Escape');
  await chat.open();
  await chat.ask('/say Hello.');
  const address = page.url();

  await page.getByRole('button', { name: 'Menu' }).click();
  const menu = page.getByRole('dialog', { name: 'Menu' });
  await expect(menu).toBeVisible();
  await back();
  await expect(menu).toBeHidden();

  await chat.settings.click();
  await expect(chat.dialog).toBeVisible();
  await back();
  await expect(chat.dialog).toBeHidden();

  await page.getByRole('button', { name: 'Conversation', exact: true }).click();
  const list = page.getByRole('menu');
  await expect(list).toBeVisible();
  await back();
  await expect(list).toBeHidden();
  await expect(page).toHaveURL(address);
});
