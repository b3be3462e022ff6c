import { expect, type Locator } from '@playwright/test';

/** Presses a button of a message. On a touch screen, in a room, it is there once the message has been pressed. */
export async function pressAction(message: Locator, name: string): Promise<void> {
  const button = message.getByRole('button', { name });
  await expect(message).toBeVisible();
  const isTouch = await message.page().evaluate(() => matchMedia('(hover: none)').matches);
  if (isTouch && !(await button.isVisible())) await message.locator('[data-text]').first().tap();
  await button.focus();
  await button.click();
}
