import type { Page } from '@playwright/test';

/** Composes a word in the focused box with an input method, which then takes a key: to end the word, or to give it up. */
export async function compose(page: Page, word: string, key: 'Enter' | 'Escape') {
  const keyboard = await page.context().newCDPSession(page);
  const at = word.length;
  await keyboard.send('Input.imeSetComposition', { text: word, selectionStart: at, selectionEnd: at });
  const code = key === 'Enter' ? 13 : 27;
  const press = { key, code: key, windowsVirtualKeyCode: code, nativeVirtualKeyCode: code };
  await keyboard.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...press });
  await keyboard.send('Input.dispatchKeyEvent', { type: 'keyUp', ...press });
  await keyboard.send('Input.insertText', { text: key === 'Enter' ? word : '' });
}
