import type { Page } from '@playwright/test';
import { expect, test } from './journey.ts';
import { holdScripts } from './slow-scripts.ts';
import { storedDraft } from './stored.ts';

/** Waits until the page has stored the typed text. */
async function isHeard(page: Page) {
  await expect.poll(() => storedDraft(page)).not.toBe(null);
}

test('text typed before any script is there is added to the draft; Enter sends it before React is there, and it is read in the box until it stands in the list [CHAT-12] @phone-rest', async ({
  page,
  chat,
  asked,
  isMobile,
}) => {
  await chat.open();
  await chat.box.fill('/say At once, ');
  await isHeard(page);

  // The first stands before the page itself, as the style sheets do.
  const letReactGo = await holdScripts(page, 'react');
  const letOthersGo = await holdScripts(page, '(?!first-|react)');
  await page.reload({ waitUntil: 'commit' });
  await chat.box.pressSequentially('hello.');
  await expect(chat.box).toHaveValue('hello.');
  letOthersGo();
  await expect(chat.box).toHaveValue('/say At once, hello.');
  await chat.box.press('Enter');
  await expect(chat.box).toBeDisabled();
  await expect.poll(() => asked().length).toBe(1);
  await expect(chat.box).toHaveValue('/say At once, hello.');
  await expect(chat.messages).toHaveCount(0);
  letReactGo();
  await expect(chat.replies).toContainText('At once, hello.');
  await expect(chat.questions).toHaveText(/\/say At once, hello\./);
  await expect(chat.box).toHaveValue('');
  await expect(chat.box).toBeEnabled();
  // On a phone it would bring up the keyboard.
  if (!isMobile) await expect(chat.box).toBeFocused();
  await chat.ask('/say And again.');
});

test.describe('before React is there', () => {
  test('on a computer, what is typed into a page that has just opened is in the box @rest', async ({
    page,
    chat,
  }) => {
    const letReactGo = await holdScripts(page, 'react');
    await page.goto('/chat', { waitUntil: 'commit' });
    await expect(chat.box).toBeFocused();
    await page.keyboard.type('Hello');
    letReactGo();
    await expect(chat.send).toBeEnabled();
    await expect(chat.box).toBeFocused();
    await page.keyboard.type(' there');
    await expect(chat.box).toHaveValue('Hello there');
  });

  test('a press on a button takes effect once the app responds @rest', async ({ page, chat }) => {
    const letGo = await holdScripts(page, 'react');
    await page.goto('/chat', { waitUntil: 'commit' });
    await chat.box.fill('Hello');
    await isHeard(page);
    await chat.settings.click();
    letGo();
    await expect(chat.dialog).toBeVisible();
  });

  for (const [when, presses] of [
    ['before', ['Send', 'Enter']],
    ['after', ['Enter', 'Send']],
  ] as const) {
    test(`Send, pressed ${when} Enter has sent the question, does not stop its answer @rest`, async ({
      page,
      chat,
      asked,
    }) => {
      const letGo = await holdScripts(page, 'react');
      await page.goto('/chat', { waitUntil: 'commit' });
      await chat.box.fill('/wait 2000 /say At once.');
      await isHeard(page);
      for (const press of presses) await (press === 'Enter' ? chat.box.press('Enter') : chat.send.click());
      await expect.poll(() => asked().length).toBe(1);
      letGo();
      await expect(chat.replies).toContainText('At once.');
    });
  }

  test.describe('on a first visit', () => {
    test.use({ provider: null });

    test('without a provider Enter keeps the text and says where to begin @rest', async ({ page, chat }) => {
      const letGo = await holdScripts(page, 'react');
      await page.goto('/chat', { waitUntil: 'commit' });
      await chat.box.fill('Hello');
      await isHeard(page);
      await chat.box.press('Enter');
      letGo();
      await chat.expectToast('No AI Provider Selected');
      await expect(chat.box).toHaveValue('Hello');
    });
  });
});

for (const [who, entries] of Object.entries({
  'a first visit': null,
  'a stored setting': {},
  'a stored draft': { 'polylogue.draft': 'Half a thought' },
})) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test.describe(`with ${who} in ${colorScheme}`, () => {
      test.use({ colorScheme, provider: entries && 'openai', entries: entries ?? {} });

      // Errors on the console fail every test here.
      test('React takes over the page as it was built @phone-rest @rest', async ({ page, chat }) => {
        const letGo = await holdScripts(page, 'react');
        await page.goto('/chat', { waitUntil: 'commit' });
        await expect(chat.box).toBeVisible();
        // Measured before its stylesheet is there, a page reports a layout that is never shown.
        await expect(chat.box).toHaveCSS('min-height', '40px');
        const box = await chat.box.elementHandle();
        const before = await chat.box.boundingBox();
        letGo();
        await expect(page.getByRole('heading', { level: 2 })).toBeVisible();
        await expect(chat.box).toHaveValue(entries?.['polylogue.draft' as keyof typeof entries] ?? '');
        expect(await box?.evaluate((node) => node.isConnected)).toBe(true);
        expect(await chat.box.boundingBox()).toEqual(before);
      });
    });
  }
}
