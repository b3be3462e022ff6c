import type { Locator, Page } from '@playwright/test';
import { expectClean } from './axe.ts';
import { expect, isLongRun } from './journey.ts';
import { test } from './member.ts';
import { pressAction } from './press-action.ts';
import { createSpace, post, say } from './room.ts';

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

/** From the next page on: what it looks like in each frame, from the first one. */
const watchFrames = (page: Page) =>
  page.addInitScript(() => {
    const seen: string[] = [];
    Object.assign(globalThis, { seen });
    function look() {
      if (document.body) seen.push(getComputedStyle(document.documentElement).colorScheme);
      requestAnimationFrame(look);
    }
    requestAnimationFrame(look);
  });

const framesOf = async (page: Page) =>
  new Set(await page.evaluate(() => (globalThis as unknown as { seen: string[] }).seen));

for (const device of ['light', 'dark'] as const) {
  const other = device === 'light' ? 'dark' : 'light';
  const name = other === 'light' ? 'Light' : 'Dark';
  test.describe(`on a ${device} device`, () => {
    test.use({ colorScheme: device });

    test(`a visitor chooses ${other} for every tab, which has it from its first frame, goes back to the device's own, and can tell everything apart with forced colours [LAND-13 LOOK-01 LOOK-02 LOOK-03 LOOK-05] @phone-rest${other === 'dark' ? '' : ' @rest'}`, async ({
      page,
      context,
      chat,
      isMobile,
    }) => {
      await page.goto('/');
      await expect.poll(() => paper(page)).toBe(papers[device]);
      const product = page.getByRole('img', { name: 'A room in Polylogue' });
      const pictureIs = (theme: string) =>
        expect
          .poll(() => product.evaluate((img: HTMLImageElement) => img.naturalWidth > 0 && img.currentSrc))
          .toContain(`room-${isMobile ? 'narrow' : 'wide'}-${theme}`);
      await pictureIs(device);
      const tab = await context.newPage();
      await tab.goto('/terms');
      await choose(tab, name);
      expect(await paper(tab)).toBe(papers[other]);
      expect(await frame(tab)).toEqual([other === 'light' ? '#faf6ee' : '#171411']);
      await expect.poll(() => paper(page)).toBe(papers[other]);
      await pictureIs(other);
      if (isLongRun) await expectClean(page);

      await watchFrames(page);
      await page.goto('/chat');
      const appearance = page.getByRole('button', { name: 'Appearance' });
      await expect(appearance).toBeVisible();
      expect(await framesOf(page)).toEqual(new Set([other]));
      await appearance.click();
      await expect(page.getByRole('menuitemradio', { name })).toBeChecked();
      await page.keyboard.press('Escape');
      await choose(page, 'Same as device');
      expect(await paper(page)).toBe(papers[device]);
      expect(await frame(page)).toEqual([device === 'light' ? '#faf6ee' : '#171411']);
      expect(await page.evaluate(() => localStorage.getItem('polylogue.theme'))).toBeNull();

      await page.emulateMedia({ forcedColors: 'active' });
      await appearance.click();
      const menu = page.getByRole('menu', { name: 'Appearance' });
      await expect(menu).toHaveCSS('border-top-style', 'solid');
      await page.keyboard.press('Escape');
      await chat.settings.click();
      await expect(chat.dialog).toHaveCSS('border-top-style', 'solid');
      const [on, off] = await Promise.all(
        [
          chat.dialog.locator('label:has(:checked)'),
          chat.dialog.locator('label:has(:not(:checked))').first(),
        ].map((choice) => choice.evaluate((node) => getComputedStyle(node).borderTopColor)),
      );
      expect(on).not.toBe(off);
    });

    for (const path of ['/chat', '/signin']) {
      test(`${path} is ${other} from its very first frame once that is chosen [LOOK-02] @rest`, async ({
        page,
      }) => {
        await page.goto(path);
        await choose(page, name);
        await watchFrames(page);
        await page.reload();
        await expect(page.getByRole('button', { name: 'Appearance' })).toBeVisible();
        expect(await framesOf(page)).toEqual(new Set([other]));
        expect(await paper(page)).toBe(papers[other]);
      });
    }
  });
}

test.describe('with forced colours', () => {
  test.use({ provider: 'openai' });

  test('what Enter takes from a list stands out, and the dots say that an answer is awaited [LOOK-05] @rest', async ({
    page,
    chat,
    imitation,
    api,
    ada,
  }) => {
    await page.emulateMedia({ forcedColors: 'active' });
    await chat.open();
    imitation.hold();
    await chat.say('/say Hello.');
    const dot = page.getByRole('status').locator('i').first();
    await expect(dot).toBeVisible();
    expect(await colour(dot)).not.toBe(await paper(page));
    imitation.release();
    await expect(chat.send).toBeVisible();

    await chat.box.fill('/');
    const marked = {
      option: page.getByRole('option', { selected: true }),
      item: page.locator('[data-highlighted]'),
    };
    await expect(marked.option).toHaveCSS('outline-style', 'solid');
    await chat.box.fill('');
    await page.keyboard.press('Control+k');
    await expect(marked.option).toHaveCSS('outline-style', 'solid');
    await page.keyboard.press('Escape');
    await chat.settings.click();
    await chat.field('Model Name').click();
    await expect(page.getByRole('listbox').locator('..')).toHaveCSS('border-top-style', 'solid');
    await page.keyboard.press('ArrowDown');
    await expect(marked.item).toHaveCSS('outline-style', 'solid');

    const address = await createSpace(api, ada);
    await page.goto(address);
    await say(page, 'Cake?');
    await pressAction(post(page, 'Cake?'), 'React');
    await page.getByRole('dialog', { name: 'React' }).getByRole('button', { name: 'All emojis' }).click();
    await page.getByRole('searchbox', { name: 'Find an emoji' }).fill('snake');
    // The first that is found is what Enter takes.
    await expect(page.getByRole('gridcell', { name: 'snake', exact: true })).toHaveCSS(
      'outline-style',
      'solid',
    );
  });
});

const colour = (of: Locator) => of.evaluate((node) => getComputedStyle(node).backgroundColor);
