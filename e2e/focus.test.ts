import type { Page } from '@playwright/test';
import { expectDashboard } from './account.ts';
import { Chat } from './chat.ts';
import { storeEntries } from './entries.ts';
import { expect, test } from './journey.ts';
import { test as memberTest } from './member.ts';
import { settingEntries } from './provider.ts';
import { samples } from './samples.ts';

/** A visible or readable element has the focus, never the bare page. */
async function expectPlace(page: Page, after: string) {
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.localName ?? 'body'), {
      message: `the focus after ${after}`,
    })
    .not.toBe('body');
}

/** Sides on which something around what has the focus cuts off its ring. */
const cutSides = (page: Page) =>
  page.evaluate(() => {
    const focused = document.activeElement ?? document.body;
    const { outlineStyle, outlineWidth, outlineOffset } = getComputedStyle(focused);
    const around = Number.parseFloat(outlineWidth) + Number.parseFloat(outlineOffset) - 0.6;
    const ring = focused.getBoundingClientRect();
    const sides: string[] = [];
    for (let outer = focused.parentElement; outer; outer = outer.parentElement) {
      const box = outer.getBoundingClientRect();
      if (outer === document.body || getComputedStyle(outer).overflowY === 'visible') continue;
      if (ring.top - around < box.top) sides.push('top');
      if (ring.bottom + around > box.bottom) sides.push('bottom');
      if (ring.left - around < box.left) sides.push('left');
      if (ring.right + around > box.right) sides.push('right');
    }
    return outlineStyle === 'none' ? [] : sides;
  });

memberTest(
  'the ring around what has the focus is whole, also in lists that scroll [LOOK-19] @rest',
  async ({ page, ada: _signedIn, imitation }) => {
    await storeEntries(page.context(), settingEntries('openai', imitation.url));
    const chat = new Chat(page);
    await chat.open();
    await chat.say('/say A conversation in the sidebar.');
    const sidebar = page.getByRole('complementary', { name: 'At a glance' });
    const actions = sidebar.getByRole('button', { name: /^Actions for / });
    await expect(actions).toHaveCount(1);
    await chat.box.focus();
    for (const button of [sidebar.getByRole('button', { name: 'New folder' }), actions]) {
      await button.focus();
      expect(await cutSides(page)).toEqual([]);
    }
    await chat.settings.press('Enter');
    await expect(chat.dialog).toBeVisible();
    const saved = chat.dialog.getByRole('button', { name: 'In use' });
    await page.keyboard.press('Shift+Tab');
    await saved.focus();
    expect(await cutSides(page)).toEqual([]);
  },
);

test('the focus is never lost in the chat, whatever is done [LOOK-19] @phone-rest', async ({
  page,
  chat,
  watched,
  isMobile,
}) => {
  watched.expectErrors(/Failed to load resource/);
  await chat.open();
  await chat.box.focus();

  await test.step('files that are taken away', async () => {
    for (const name of ['one.txt', 'two.txt']) {
      await page.evaluate((called) => {
        const data = new DataTransfer();
        data.items.add(new File(['words'], called, { type: 'text/plain' }));
        document
          .querySelector('textarea')
          ?.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }));
      }, name);
    }
    const remove = page.getByRole('button', { name: /^Remove / });
    await expect(remove).toHaveCount(2);
    await remove.first().focus();
    await page.keyboard.press('Enter');
    await expect(remove).toHaveCount(1);
    await expect(remove).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(remove).toHaveCount(0);
    // Not the box on a phone, which would bring the keyboard up.
    if (isMobile) await expectPlace(page, 'removing the last file');
    else await expect(chat.box).toBeFocused();
  });

  await test.step('Stop', async () => {
    await chat.say('/tokens 4000 rate=50');
    await expect(chat.replies).toHaveCount(1);
    await chat.stop.focus();
    await page.keyboard.press('Enter');
    await expect(chat.send).toBeVisible();
    await expectPlace(page, 'Stop');
  });

  await test.step('Continue and Retry', async () => {
    await page.getByRole('button', { name: 'Retry' }).focus();
    await page.keyboard.press('Enter');
    await expect(chat.stop).toBeVisible();
    await expectPlace(page, 'Retry');
    await chat.stop.click();
    await expectPlace(page, 'Stop with a pointer');
  });

  await test.step('a toast that is closed', async () => {
    await chat.say('/status 500');
    await chat.expectToast('GPT-4 Omega Error');
    await chat.toasts.getByRole('button', { name: 'Close' }).focus();
    await page.keyboard.press('Enter');
    await expect(chat.toasts).toHaveCount(0);
    await expectPlace(page, 'closing a toast');
  });

  await test.step('a new conversation, and Undo', async () => {
    await chat.startNew();
    await expect(chat.messages).toHaveCount(0);
    await expectPlace(page, 'a new conversation');
    await chat.toasts.getByRole('button', { name: 'Undo' }).focus();
    await page.keyboard.press('Enter');
    await expect(chat.questions).not.toHaveCount(0);
    await expectPlace(page, 'Undo');
  });

  await test.step('dialogs and menus that are closed', async () => {
    for (const [button, role] of [
      ['Settings', 'dialog'],
      ['Appearance and shortcuts', 'menu'],
      ['Conversation', 'menu'],
    ] as const) {
      await chat.button(button).focus();
      await page.keyboard.press('Enter');
      await expect(page.getByRole(role).first()).toBeVisible();
      await expectPlace(page, `opening ${button}`);
      await page.keyboard.press('Escape');
      await expect(page.getByRole(role)).toHaveCount(0);
      await expect(chat.button(button)).toBeFocused();
    }
  });
});

memberTest(
  'deleting files one after the other keeps the focus in the list, and then on the page [LOOK-19] @rest',
  async ({ page, ada: _signedIn }) => {
    await page.goto('/settings/files');
    const choosing = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Upload files' }).click();
    await (await choosing).setFiles([samples.text, samples.pdf]);
    const remove = page.getByRole('button', { name: /^Delete / });
    await expect(remove).toHaveCount(2);
    for (const left of [1, 0]) {
      await remove.first().focus();
      await page.keyboard.press('Enter');
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).press('Enter');
      await expect(remove).toHaveCount(left);
      if (left > 0) await expect(remove).toBeFocused();
      else await expectPlace(page, 'deleting the last file');
    }
  },
);

memberTest(
  'menus and dialogs of an account give the focus back [LOOK-19] @rest',
  async ({ page, ada: _signedIn }) => {
    await page.goto('/dashboard');
    await expectDashboard(page);
    for (const button of ['Add', 'Notifications', 'Your account']) {
      await page.getByRole('button', { name: button }).focus();
      await page.keyboard.press('Enter');
      await expect(page.getByRole('button', { name: button })).toHaveAttribute('aria-expanded', 'true');
      await expect(page.locator('[role=menu], [role=dialog]').first()).toBeVisible();
      // The menu decides where it goes; only not where it was.
      await expect(page.getByRole('button', { name: button })).not.toBeFocused();
      await expectPlace(page, `opening ${button}`);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('button', { name: button })).toBeFocused();
    }
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Sign out' }).press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Stay signed in' }).press('Enter');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expectPlace(page, 'staying signed in');
  },
);
