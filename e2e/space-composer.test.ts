import { expect } from './journey.ts';
import { test } from './people.ts';
import { box, createSpace, log, post, say } from './room.ts';
import { holdScripts } from './slow-scripts.ts';

test('what is typed in a room before its code has loaded is in its text box once that is there, after the draft [SPACE-37] @rest', async ({
  page,
  api,
  lovelace,
}) => {
  const address = await createSpace(api, lovelace);
  await page.goto(address);
  await box(page).fill('Shall we ');
  // Leaving the page stores it.
  const letGo = await holdScripts(page, '(?!first-)');
  await page.goto(address, { waitUntil: 'commit' });
  await page.waitForFunction(() => document.querySelector('#root'));
  const theme = () => page.evaluate(() => document.documentElement.dataset.theme);
  const before = await theme();
  await page.keyboard.type('meet ar');
  await page.keyboard.press('Backspace');
  await page.keyboard.type('t five?');
  letGo();
  await expect(box(page)).toHaveValue('Shall we meet at five?');
  await expect(box(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(post(page, 'Shall we meet at five?')).toBeVisible();
  await expect(box(page)).toHaveValue('');
  // A t outside the box changes the theme again.
  expect(await theme()).toBe(before);
});

test('in a room the arrow up in an empty text box edits one’s last message, texts go where the caret is, and files that are ready are told [SPACE-37] @rest', async ({
  page,
  api,
  lovelace,
}) => {
  await page.goto(await createSpace(api, lovelace));
  await say(page, 'Cake?');
  await say(page, 'Tea at fife?');
  await expect(post(page, 'Tea at fife?').getByRole('button', { name: 'Edit message' })).toHaveCount(1);
  await page.keyboard.press('ArrowUp');
  const edited = log(page).getByRole('textbox', { name: 'Edit your message' });
  await expect(edited).toBeFocused();
  await expect(edited).toHaveValue('Tea at fife?');
  await edited.fill('Tea at five?');
  await edited.press('Enter');
  await expect(post(page, 'Tea at five?')).toContainText('edited');
  // The next message is written on where this one was begun.
  await expect(box(page)).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(edited).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(box(page)).toBeFocused();

  await box(page).fill('Before after');
  await page.keyboard.press('ArrowUp');
  await expect(edited).toHaveCount(0);
  await box(page).evaluate((node: HTMLTextAreaElement) => node.setSelectionRange(0, 'Before '.length));
  await paste(page, { 'text/plain': 'word '.repeat(2_500) });
  await expect(page.getByRole('status').filter({ hasText: '1 file will be sent' })).toHaveCount(1);
  await page.getByRole('button', { name: 'Put it into the message instead' }).click();
  await expect(box(page)).toHaveValue(`Before ${'word '.repeat(2_500)}after`);
});

async function paste(page: Parameters<typeof box>[0], types: Record<string, string>) {
  await box(page).evaluate((node, given) => {
    const clipboardData = new DataTransfer();
    for (const [type, text] of Object.entries(given)) clipboardData.setData(type, text);
    node.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, types);
}
