import type { Locator } from '@playwright/test';

/** Presses a button of a message. On a touch screen it is there once the focus is on the message, or after a press on it. */
export async function pressAction(button: Locator): Promise<void> {
  await button.focus();
  await button.click();
}
