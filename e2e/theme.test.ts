import type { Page } from '@playwright/test';
import { expectDashboard } from './account.ts';
import { expectClean } from './axe.ts';
import { expect } from './journey.ts';
import { test } from './member.ts';

const papers = { light: 'rgb(250, 246, 238)', dark: 'rgb(23, 20, 17)' };

const paper = (page: Page) => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);

/** The colour of the frame that a phone draws around the page. */
const frame = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')]
      .filter(({ media }) => matchMedia(media).matches)
      .map(({ content }) => content),
  );

async function choose(page: Page, theme: 'Light' | 'Dark' | 'Same as device', menu = 'Appearance') {
  await page.getByRole('button', { name: menu }).click();
  await page.getByRole('menuitemradio', { name: theme }).click();
  await page.keyboard.press('Escape');
}

for (const device of ['light', 'dark'] as const) {
  const other = device === 'light' ? 'dark' : 'light';
  const name = other === 'light' ? 'Light' : 'Dark';
  test.describe(`on a ${device} device`, () => {
    test.use({ colorScheme: device });

    test(`a visitor chooses ${other} and goes back to the device's own [LOOK-01] @phone-rest${other === 'dark' ? '' : ' @rest'}`, async ({
      page,
    }) => {
      await page.goto('/');
      await expect.poll(() => paper(page)).toBe(papers[device]);
      await choose(page, name);
      expect(await paper(page)).toBe(papers[other]);
      expect(await frame(page)).toEqual([other === 'light' ? '#faf6ee' : '#171411']);
      await expectClean(page);
      await choose(page, 'Same as device');
      expect(await paper(page)).toBe(papers[device]);
      expect(await frame(page)).toEqual([device === 'light' ? '#faf6ee' : '#171411']);
      expect(await page.evaluate(() => localStorage.getItem('polylogue.theme'))).toBeNull();
    });

    for (const path of ['/chat', '/signin']) {
      test(`${path} is ${other} from its very first frame once that is chosen [LOOK-02] @rest`, async ({
        page,
      }) => {
        await page.goto(path);
        await choose(page, name);
        // What the page looks like in each frame from its first one on.
        await page.addInitScript(() => {
          const seen: string[] = [];
          Object.assign(globalThis, { seen });
          function look() {
            if (document.body) seen.push(getComputedStyle(document.documentElement).colorScheme);
            requestAnimationFrame(look);
          }
          requestAnimationFrame(look);
        });
        await page.reload();
        await expect(page.getByRole('button', { name: 'Appearance' })).toBeVisible();
        const seen = await page.evaluate(() => (globalThis as unknown as { seen: string[] }).seen);
        expect(new Set(seen)).toEqual(new Set([other]));
        expect(await paper(page)).toBe(papers[other]);
      });
    }
  });
}

test('a choice in one tab applies to the others [LOOK-03] @rest', async ({ page, context }) => {
  await page.goto('/chat');
  const other = await context.newPage();
  await other.goto('/terms');
  await choose(page, 'Dark');
  await expect.poll(() => paper(other)).toBe(papers.dark);
  await other.getByRole('button', { name: 'Appearance' }).click();
  await expect(other.getByRole('menuitemradio', { name: 'Dark' })).toBeChecked();
  await other.keyboard.press('Escape');
  await choose(other, 'Light');
  await expect.poll(() => paper(page)).toBe(papers.light);
});

test('a member chooses the theme in the account menu, by keyboard alone [LOOK-04] @phone-rest @rest', async ({
  page,
  ada: _signedIn,
}) => {
  await page.goto('/dashboard');
  await expectDashboard(page);
  await page.getByRole('button', { name: 'Your account' }).focus();
  await page.keyboard.press('Enter');
  const light = page.getByRole('menuitemradio', { name: 'Light' });
  await expect(light).not.toBeChecked();
  // A letter leads to what begins with it.
  await page.keyboard.press('l');
  await expect(light).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(light).toBeChecked();
  expect(await paper(page)).toBe(papers.light);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Your account' })).toBeFocused();
});

test('with forced colours everything can still be told apart [LOOK-05] @rest', async ({ page, chat }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await chat.open();
  await page.getByRole('button', { name: 'Appearance' }).click();
  const menu = page.getByRole('menu', { name: 'Appearance' });
  await expect(menu).toBeVisible();
  expect(await menu.evaluate((node) => getComputedStyle(node).borderTopStyle)).toBe('solid');
  await page.keyboard.press('Escape');
  await chat.settings.click();
  await expect(chat.dialog).toBeVisible();
  expect(await chat.dialog.evaluate((node) => getComputedStyle(node).borderTopStyle)).toBe('solid');
  const [on, off] = await Promise.all(
    [
      chat.dialog.locator('label:has(:checked)'),
      chat.dialog.locator('label:has(:not(:checked))').first(),
    ].map((choice) => choice.evaluate((node) => getComputedStyle(node).borderTopColor)),
  );
  expect(on).not.toBe(off);
});
