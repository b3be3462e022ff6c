import { expectDashboard } from './account.ts';
import { expectClean } from './axe.ts';
import { expect, isLongRun, test } from './journey.ts';
import { test as memberTest } from './member.ts';

const list = { name: 'Keyboard shortcuts' };

test.describe('shortcuts', () => {
  test('they are listed with ?, share no keys, do what they say, and single characters can be switched off [LOOK-06 LOOK-07 LOOK-08 LOOK-09]', async ({
    page,
    chat,
    imitation,
    context,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await chat.open();
    await chat.box.press('?');
    await expect(chat.box).toHaveValue('?');
    await expect(page.getByRole('dialog', list)).toHaveCount(0);
    await chat.ask('/say The words to copy.');
    await chat.list.focus();
    await page.keyboard.press('?');
    const dialog = page.getByRole('dialog', list);
    for (const words of [
      'Write a message',
      'New conversation',
      'Stop',
      'Copy the last reply',
      'Jump to latest',
      'Send',
    ]) {
      await expect(dialog.getByRole('term').filter({ hasText: words }).first()).toBeVisible();
    }
    if (isLongRun) await expectClean(page);
    const shown = await dialog.getByRole('definition').evaluateAll((all) =>
      all.map((one) => ({
        keys: [...one.children].map((key) => key.textContent).join('+'),
        when: one.previousElementSibling?.querySelector('span')?.textContent ?? '',
      })),
    );
    expect(new Set(shown.map(({ keys, when }) => keys + when)).size).toBe(shown.length);
    const keys = shown.map((one) => one.keys);
    // Ctrl F and Ctrl K are taken over on purpose.
    expect(keys.filter((one) => /^(?:Ctrl|⌘|Alt)/.test(one) && !/^Ctrl\+[FK]$/.test(one))).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(chat.list).toBeFocused();
    await page.keyboard.press('c');
    await chat.expectToast('Reply copied');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('The words to copy.');

    await page.keyboard.press('/');
    await expect(chat.box).toBeFocused();
    await expect(chat.box).toHaveValue('');

    await page.keyboard.press('ArrowUp');
    await expect(page.getByRole('textbox', { name: 'Edit your message' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('textbox', { name: 'Edit your message' })).toHaveCount(0);

    await chat.say('/tokens 4000 rate=50');
    await expect(chat.replies).toHaveCount(2);
    await page.keyboard.press('Escape');
    await expect(chat.send).toBeVisible();
    await expect(chat.box).toBeFocused();
    expect(imitation.requests().length).toBeGreaterThan(0);

    await chat.list.focus();
    await page.keyboard.press('Home');
    await expect.poll(async () => (await chat.scrolling()).top).toBe(0);
    await page.keyboard.press('l');
    await expect.poll(async () => (await chat.scrolling()).toBottom).toBeLessThan(10);

    await page.keyboard.press(',');
    await expect(chat.dialog).toBeVisible();
    // Over the page a dialog has the keys, Escape too.
    await page.keyboard.press('Escape');
    await expect(chat.dialog).toBeHidden();
    await expect(chat.replies).toHaveCount(2);

    await chat.list.focus();
    await page.keyboard.press('n');
    await expect(chat.messages).toHaveCount(0);
    await expect(chat.box).toBeFocused();
    await chat.toasts.getByRole('button', { name: 'Undo' }).click();
    await expect(chat.replies).toHaveCount(2);

    await chat.list.focus();
    const before = await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme);
    await page.keyboard.press('t');
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).not.toBe(
      before,
    );

    // The menu leads to the list, too.
    await page.getByRole('button', { name: 'Appearance and shortcuts' }).click();
    await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click();
    await dialog.getByRole('switch').press('Space');
    await expect(dialog.getByText('(switched off)').first()).toBeVisible();
    await page.keyboard.press('Escape');
    await page.reload();
    await expect(chat.box).toBeEnabled();
    await chat.list.focus();
    await page.keyboard.press('/');
    await page.keyboard.press('?');
    await expect(chat.list).toBeFocused();
    await expect(dialog).toHaveCount(0);
  });

  test('anyone who types on while the box waits for an answer clears, copies and switches nothing [LOOK-08] @rest', async ({
    page,
    chat,
  }) => {
    await chat.open();
    await chat.say('/wait 1500 /say Here it is.');
    await expect(chat.box).toBeDisabled();
    const before = await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme);
    await page.keyboard.type('not,/c');
    await expect(chat.dialog).toHaveCount(0);
    await expect(chat.questions).toHaveCount(1);
    await expect(chat.replies).toHaveText([/Here it is\./]);
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe(before);
  });
});

test.describe('on a Mac', () => {
  test.use({ userAgent: 'Mozilla/5.0 (Macintosh)' });

  test('keys are shown as a Mac writes them [LOOK-10] @rest', async ({ page, chat }) => {
    await page.addInitScript(() => Object.defineProperty(navigator, 'platform', { value: 'MacIntel' }));
    await chat.open();
    await chat.list.focus();
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog', list).getByText('⇧', { exact: true })).toBeVisible();
  });
});

memberTest(
  'on the pages of an account / leads to the search box [LOOK-08] @rest',
  async ({ page, ada: _signedIn }) => {
    await page.goto('/dashboard');
    await expectDashboard(page);
    await page.keyboard.press('/');
    await expect(page.getByRole('searchbox', { name: 'Search' })).toBeFocused();
  },
);
