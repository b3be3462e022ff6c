import type { Locator, Page } from '@playwright/test';
import { coveredBy } from './covered.ts';
import { expect, test as guestTest } from './journey.ts';
import { test, toastOf } from './people.ts';
import { createSpace } from './room.ts';

// A headless Chromium lets a page copy only where that is allowed beforehand.
guestTest.use({ permissions: ['clipboard-read', 'clipboard-write'] });

const widths = [390, 1440];

/** Anything a person reads or presses. */
const everything = (page: Page) =>
  page.locator(
    'header, h1, h2, h3, p, a, button, textarea, input, [class*=_bubble_], [class*=_box_], [data-error]',
  );

async function expectNothingCovered(page: Page) {
  const toast = toastOf(page);
  await expect(toast).toBeVisible();
  // Its place is its own from the first frame on; only the toast itself still fades in.
  await expect(toast).toHaveCSS('opacity', '1');
  expect(await coveredBy(toast, everything(page))).toEqual([]);
}

/** Where everything is on the screen, and how long the page is (pixels). */
const placesOf = (page: Page | Locator) =>
  page.locator('h1, h2, h3, p, a, button:not([aria-label=Close]), textarea').evaluateAll((all) => ({
    places: all
      .filter((one) => !one.closest('[aria-label=Notifications]'))
      .map((one) => [one.textContent, one.getBoundingClientRect().y]),
    height: document.documentElement.scrollHeight,
  }));

/** How many toasts are seen at once at most, from now until the one that is there has left the page. */
const mostSeen = (page: Page) =>
  page.evaluate(async () => {
    const all = () => [...document.querySelectorAll('[aria-label=Notifications] [class*=_toast_]')];
    const [older] = all();
    let most = 0;
    while (older?.isConnected) {
      await new Promise(requestAnimationFrame);
      const seen = all().filter((toast) => {
        const { opacity, visibility } = getComputedStyle(toast);
        return Number(opacity) > 0 && visibility === 'visible';
      });
      most = Math.max(most, seen.length);
    }
    return most;
  });

for (const width of widths) {
  guestTest(
    `at ${width} px a toast covers nothing in a chat, not even while the pointer rests on it, and is gone at once when another comes [STATE-17 STATE-19]${width === 390 ? '' : ' @rest'}`,
    async ({ page, chat, watched }) => {
      watched.expectErrors(/Failed to load resource/);
      await page.addInitScript(() => Object.assign(navigator, { share: undefined }));
      await page.setViewportSize({ width, height: 844 });
      await chat.open();
      await chat.ask('/tokens 300');
      await chat.say('/status 500');
      await expectNothingCovered(page);
      await expect(chat.questions.last()).toBeInViewport({ ratio: 1 });
      await expect(chat.button(/^Retry/)).toBeInViewport({ ratio: 1 });
      await toastOf(page).hover();
      await expectNothingCovered(page);
      const most = mostSeen(page);
      await chat.replies.first().getByRole('button', { name: 'Share message' }).click();
      await chat.expectToast('Message copied');
      expect(await most).toBe(1);
    },
  );

  test(`at ${width} px a toast covers nothing in a room, and on another page moves nothing, and covers nothing at its end [STATE-19] @rest`, async ({
    page,
    api,
    lovelace,
  }) => {
    await page.setViewportSize({ width, height: 844 });
    await page.addInitScript(() => Object.assign(navigator, { share: undefined }));
    await page.goto(await createSpace(api, lovelace));
    await page.getByRole('main').getByRole('button', { name: 'Invite people' }).click();
    const dialog = page.getByRole('dialog', { name: 'Invite people' });
    await dialog.getByRole('button', { name: 'Create link' }).click();
    await expect(toastOf(page)).toHaveCount(0);
    await expect(dialog.getByText('Open invitations')).toBeVisible();
    const open = await placesOf(dialog);
    await dialog.getByRole('button', { name: 'Copy link' }).click();
    await expect(toastOf(page)).toHaveCSS('opacity', '1');
    expect(await placesOf(dialog)).toEqual(open);
    expect(await coveredBy(toastOf(page), dialog.locator('button, input'))).toEqual([]);
    await page.keyboard.press('Escape');

    const box = page.getByRole('textbox', { name: 'Message' });
    for (let number = 1; number <= 12; number += 1) {
      await box.fill(`My words, number ${number}.`);
      await box.press('Enter');
    }
    const last = page.getByRole('article').filter({ hasText: 'number 12.' });
    await last.hover();
    await last.getByRole('button', { name: 'Share message' }).click();
    await expectNothingCovered(page);
    await expect(last).toBeInViewport({ ratio: 1 });

    await page.goto('/community?view=find');
    const button = page.getByRole('button', { name: 'Copy link' });
    await button.scrollIntoViewIfNeeded();
    const before = await placesOf(page);
    await button.click();
    await expect(toastOf(page)).toHaveCSS('opacity', '1');
    await expect(toastOf(page)).toBeInViewport({ ratio: 1 });
    expect(await placesOf(page)).toEqual(before);
    expect(await coveredBy(toastOf(page), page.locator('header, nav'))).toEqual([]);

    await page.goto('/settings/profile');
    await page.getByLabel('Tagline').fill('Counts in her head');
    await page.getByRole('button', { name: /^Save/ }).click();
    await page.getByRole('main').evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    await expectNothingCovered(page);
    // It goes along to a page that makes room for it.
    if (width === 390) return;
    await page.getByRole('button', { name: /^Save/ }).press('Control+k');
    await page.getByRole('dialog').getByRole('combobox').fill('book club');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('textbox', { name: 'Message' })).toBeFocused();
    await expectNothingCovered(page);
  });
}
