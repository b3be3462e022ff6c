import type { Page } from '@playwright/test';
import { expectDashboard, newPerson, server, storeSignIn } from './account.ts';
import { expect, test } from './journey.ts';
import { samples } from './samples.ts';
import { conversations, store } from './stored.ts';

/** On a phone, innerWidth grows with a page that is too wide. */
const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - (visualViewport?.width ?? 0));

/** The letters of all fields that are shown, in px. */
const sizes = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('input:not([type=file], [type=radio], [type=checkbox]), textarea, select')]
      .filter((field) => field.checkVisibility())
      .map((field) => Number.parseFloat(getComputedStyle(field).fontSize)),
  );

test.describe('on a phone', () => {
  test('the composer stays above the on-screen keyboard, held sideways and with large letters too; nothing zooms or reloads, and a photo can be taken [ATT-08 LOOK-13 LOOK-14 LOOK-15 LOOK-16] @touch', async ({
    page,
    chat,
  }) => {
    await chat.open();
    await expect(page.locator('html')).toHaveCSS('overscroll-behavior-y', 'none');
    await expect(chat.list).toHaveCSS('overscroll-behavior-y', 'contain');
    const choosing = page.waitForEvent('filechooser');
    await chat.button('Take photo').click();
    const chooser = await choosing;
    expect(chooser.isMultiple()).toBe(false);
    expect(await chooser.element().getAttribute('capture')).toBe('environment');
    await chooser.setFiles({ ...samples.picture, name: 'image.png' });
    await expect(page.getByRole('list', { name: 'Files to send' })).toContainText('image.png');
    await chat.button(/^Remove/).click();
    await chat.closeToast();

    await chat.ask('/tokens 600');
    await chat.box.fill('Half a thought');
    // As in a browser that makes the page smaller…
    await page.setViewportSize({ width: 390, height: 470 });
    await expect(chat.box).toBeInViewport({ ratio: 1 });
    await expect(chat.send).toBeInViewport({ ratio: 1 });
    await page.setViewportSize({ width: 390, height: 844 });
    // …and as in one that lays the keyboard over it.
    await page.evaluate(() => {
      const covered = (height: number) => {
        Object.defineProperty(visualViewport, 'height', { configurable: true, get: () => height });
        visualViewport?.dispatchEvent(new Event('resize'));
      };
      covered(innerHeight - 374);
    });
    await expect
      .poll(() => chat.send.evaluate((button) => button.getBoundingClientRect().bottom))
      .toBeLessThanOrEqual(470);
    await page.evaluate(() => {
      Reflect.deleteProperty(visualViewport as object, 'height');
      visualViewport?.dispatchEvent(new Event('resize'));
    });
    await expect
      .poll(() => chat.send.evaluate((button) => button.getBoundingClientRect().bottom))
      .toBeGreaterThan(700);

    await page.setViewportSize({ width: 640, height: 360 });
    await expect(chat.box).toBeInViewport({ ratio: 1 });
    await expect(chat.send).toBeInViewport({ ratio: 1 });
    expect(await overflow(page)).toBe(0);
    expect((await chat.scrolling()).height).toBeGreaterThan(120);
    await page.setViewportSize({ width: 390, height: 844 });

    await chat.settings.click();
    await expect(chat.dialog).toBeVisible();
    expect(Math.min(...(await sizes(page)))).toBeGreaterThanOrEqual(16);
    await page.keyboard.press('Escape');
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%';
    });
    await expect(chat.box).toBeInViewport({ ratio: 1 });
    await expect(chat.send).toBeInViewport({ ratio: 1 });
    expect(await overflow(page)).toBe(0);
    await chat.settings.click();
    await expect(chat.dialog).toBeVisible();
    expect(await overflow(page)).toBe(0);
    expect(await chat.dialog.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0);
    const dialog = await chat.dialog.boundingBox();
    expect((dialog?.x ?? 0) + (dialog?.width ?? 0)).toBeLessThanOrEqual(390);

    await page.goto('/signup');
    await expect(page.getByRole('textbox').first()).toBeVisible();
    expect(Math.min(...(await sizes(page)))).toBeGreaterThanOrEqual(16);
  });

  test.describe('on a first visit', () => {
    test.use({ provider: null });

    test('letters twice as large fit there, too [LOOK-16] @touch @rest', async ({ page, chat }) => {
      await chat.open();
      await page.evaluate(() => {
        document.documentElement.style.fontSize = '200%';
      });
      await expect(page.getByRole('button', { name: 'No provider' })).toBeVisible();
      expect(await overflow(page)).toBe(0);
    });
  });

  test('no field makes a phone zoom in: neither a search for a model, a filter nor a title that is changed [LOOK-14] @touch @rest', async ({
    page,
    context,
    baseURL,
    chat,
  }) => {
    const api = server(baseURL ?? '');
    const member = await api.signUp(newPerson());
    await storeSignIn(context, member);
    await store(context, conversations(2), member);
    const expectLarge = async (count: number) => {
      const all = await sizes(page);
      expect(all.length).toBeGreaterThanOrEqual(count);
      expect(Math.min(...all)).toBeGreaterThanOrEqual(16);
    };
    await page.goto('/search?q=a');
    await expect(page.getByRole('group', { name: 'Filters' })).toBeVisible();
    await expectLarge(5);
    await chat.open();
    await page.getByRole('button', { name: /^Provider and model/ }).click();
    await expect(page.getByRole('combobox')).toBeVisible();
    await expectLarge(2);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('button', { name: 'Actions for Conversation number 1' }).click();
    await page.getByRole('menuitem', { name: 'Rename' }).click();
    await expect(page.getByRole('textbox', { name: 'Title' })).toBeFocused();
    await expectLarge(1);
  });

  test('letters twice as large fit on members’ pages [LOOK-16] @touch @rest', async ({
    page,
    context,
    baseURL,
  }) => {
    const api = server(baseURL ?? '');
    const member = await api.signUp(newPerson());
    await storeSignIn(context, member);
    const space_id = crypto.randomUUID();
    await api.as(member, 'POST /api/v1/spaces', { body: { space_id, name: 'Kitchen' } });
    for (const path of ['/dashboard', '/spaces', '/conversations', '/settings', `/spaces/${space_id}`]) {
      await page.goto(path);
      await expect(page.getByRole('button', { name: 'Menu' })).toBeVisible();
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
      await page.evaluate(() => {
        document.documentElement.style.fontSize = '200%';
      });
      expect(await overflow(page), path).toBe(0);
    }
  });

  test('the welcome shows what can be done without scrolling [LOOK-17] @touch @rest', async ({
    page,
    context,
    baseURL,
  }) => {
    const api = server(baseURL ?? '');
    await storeSignIn(context, await api.signUp(newPerson()));
    await page.setViewportSize({ width: 390, height: 664 });
    await page.goto('/dashboard');
    await page.getByRole('button', { name: 'Introduce yourself' }).click();
    const welcome = page.getByRole('dialog', { name: /^Welcome/ });
    await expect(welcome.getByRole('button', { name: 'Done' })).toBeInViewport({ ratio: 1 });
    await expect(welcome.getByRole('button', { name: 'Not now' })).toBeInViewport({ ratio: 1 });
    await welcome.getByRole('button', { name: 'Not now' }).click();
    await expectDashboard(page);
  });
});

/** Headings that are smaller than a text under them, with both sizes in px. */
const smallHeadings = (page: Page) =>
  page.evaluate(() => {
    const size = (element: Element) => Number.parseFloat(getComputedStyle(element).fontSize);
    const main = document.querySelector('main') ?? document.body;
    const hasText = ({ childNodes }: Element) =>
      [...childNodes].some(({ nodeType, nodeValue }) => nodeType === Node.TEXT_NODE && nodeValue?.trim());
    const all = [...main.querySelectorAll('h1, h2, h3, h4, h5, h6, p, li, dt, dd, td')].filter(hasText);
    let heading: Element | undefined;
    return all
      .filter((element) => element.checkVisibility({ visibilityProperty: true }))
      .flatMap((element) => {
        if (/^H/.test(element.tagName)) heading = element;
        return heading && size(element) > size(heading)
          ? [`${heading.textContent} (${size(heading)}) over ${element.textContent} (${size(element)})`]
          : [];
      });
  });

test('no heading is smaller than the text under it [LOOK-27]', async ({ page, chat, watched }) => {
  watched.expectErrors(/Failed to load resource.*404/);
  for (const path of ['/', '/terms', '/signup', '/nowhere']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(await smallHeadings(page), path).toEqual([]);
  }
  await chat.open();
  await chat.ask(
    '/say # One\n\nText.\n\n## Two\n\nText.\n\n###### Six\n\n- An item\n\n| A | B |\n| - | - |\n| 1 | 2 |',
  );
  expect(await smallHeadings(page)).toEqual([]);
});

test('no heading of a member’s page is smaller than the text under it [LOOK-27] @rest', async ({
  page,
  context,
  baseURL,
}) => {
  const api = server(baseURL ?? '');
  const member = await api.signUp(newPerson());
  await storeSignIn(context, member);
  const space_id = crypto.randomUUID();
  await api.as(member, 'POST /api/v1/spaces', { body: { space_id, name: 'Kitchen' } });
  for (const path of [
    '/dashboard',
    '/spaces',
    '/conversations',
    '/community',
    '/profile',
    '/notifications',
    '/settings',
    '/settings/account',
    '/settings/data',
    `/spaces/${space_id}`,
  ]) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
    expect(await smallHeadings(page), path).toEqual([]);
  }
});

test.describe('where motion is unwelcome', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  /** Animations longer than a blink, and smooth scrolling. */
  const moving = (page: Page) =>
    page.evaluate(() => {
      const seconds = (list: string) =>
        Math.max(
          ...list.split(',').map((one) => Number.parseFloat(one) * (one.trim().endsWith('ms') ? 0.001 : 1)),
        );
      const found: string[] = [];
      for (const element of document.querySelectorAll('*')) {
        for (const pseudo of [null, '::before', '::after']) {
          const style = getComputedStyle(element, pseudo);
          const lasts = Math.max(
            seconds(style.transitionDuration),
            style.animationName === 'none' ? 0 : seconds(style.animationDuration),
          );
          if (lasts > 0.01 || style.scrollBehavior === 'smooth') {
            found.push(
              `${element.tagName} ${element.className} ${pseudo ?? ''} ${lasts} ${style.animationName}`,
            );
          }
        }
      }
      return [...new Set(found)];
    });

  test('nothing on the chat moves on its own [LOOK-18] @phone-rest @rest', async ({
    page,
    chat,
    imitation,
  }) => {
    await chat.open();
    expect(await moving(page)).toEqual([]);
    await chat.ask('/tokens 1500 kind=mixed');
    imitation.hold();
    await chat.say('/say Wait.');
    await expect(chat.dots).toBeVisible();
    expect(await moving(page)).toEqual([]);
    await chat.stop.click();
    await chat.settings.click();
    await expect(chat.dialog).toBeVisible();
    expect(await moving(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(chat.dialog).toBeHidden();
    // To the top without animation.
    await chat.list.focus();
    await chat.button('Scroll to top').click();
    expect((await chat.scrolling()).top).toBe(0);
  });

  for (const path of ['/', '/signin', '/signup', '/terms']) {
    test(`nothing on ${path} moves on its own [LOOK-18] @rest`, async ({ page }) => {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      expect(await moving(page)).toEqual([]);
    });
  }
});

test.describe('read aloud', () => {
  test('a reply is announced in sentences while it comes, and its end once [LOOK-11] @phone-rest @rest', async ({
    page,
    chat,
  }) => {
    await page.addInitScript(() => {
      const said: string[] = [];
      Object.assign(globalThis, { said });
      new MutationObserver((records) => {
        for (const { addedNodes, target } of records) {
          const region = target instanceof Element ? target.closest('[role=status]') : null;
          if (!region) continue;
          for (const node of addedNodes) said.push(node.textContent ?? '');
        }
      }).observe(document, { subtree: true, childList: true });
    });
    await chat.open();
    const said = () => page.evaluate(() => (globalThis as unknown as { said: string[] }).said);
    await chat.say('/tokens 300 rate=25');
    await expect.poll(async () => (await said()).length, { timeout: 20_000 }).toBeGreaterThan(0);
    await expect(chat.stop).toBeVisible();
    const [first = ''] = await said();
    expect(first).toMatch(/[.!?:]$/);
    await expect(chat.send).toBeVisible({ timeout: 30_000 });
    await expect.poll(async () => (await said()).at(-1)).toMatch(/\S/);
    const all = await said();
    // A few at a time, never token by token; nothing twice.
    expect(all.length).toBeLessThan(8);
    expect(new Set(all).size).toBe(all.length);
    // It stays in the list alone.
    await expect(page.locator('[role=status] p').filter({ hasText: first })).toHaveCount(0, {
      timeout: 20_000,
    });
  });
});
