import type { Page } from '@playwright/test';
import { expectCleanInBothColours } from './axe.ts';
import { expect, test } from './journey.ts';

test.use({ provider: null });

const picture = (page: Page) =>
  page.locator('canvas').evaluate((canvas) => (canvas as HTMLCanvasElement).toDataURL());

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

const overlap = (one: Box | null, other: Box | null) =>
  one !== null &&
  other !== null &&
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height;

test('the landing page says what this is and where to go; it shows a room beside a chat, then how to host it, and the snake covers nothing [ROUTE-03 LAND-01 LAND-02 LAND-03 LAND-04 LAND-05 LAND-06 LAND-13 LAND-14] @phone', async ({
  page,
}) => {
  await page.goto('/');
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Talk to AI with your own key');
  await expect(page.getByText('One AI-to-Many human interactions', { exact: true })).toBeVisible();
  const main = page.getByRole('main');
  await expect(main.getByRole('link', { name: 'Login', exact: true })).toHaveAttribute('href', '/signin');
  await expect(main.getByRole('link', { name: 'Sign Up', exact: true })).toHaveAttribute('href', '/signup');
  const footer = page.getByRole('contentinfo');
  await expect(footer.getByRole('link', { name: 'Privacy Policy' })).toHaveAttribute('href', '/privacy');
  await expect(footer.getByRole('link', { name: 'Terms and Conditions' })).toHaveAttribute('href', '/terms');

  const board = page.getByRole('img', { name: 'A snake that plays by itself on a grid of 12 by 12 cells' });
  const shown = [
    main.getByRole('img', { name: /^A room in Polylogue/ }),
    main.getByRole('img', { name: /^A conversation in Polylogue/ }),
    main.getByText('docker compose up --build -d'),
    ...(await main.getByRole('heading').all()),
    ...(await main.getByRole('link').all()),
  ];
  const snake = await board.boundingBox();
  for (const one of shown) {
    await expect(one).toBeVisible();
    expect(overlap(snake, await one.boundingBox())).toBe(false);
  }
});

test('terms, privacy and errors have the frame of the landing page: its home link, its left edge, its footer [LOOK-25]', async ({
  page,
  watched,
}) => {
  watched.expectErrors(/Failed to load resource.*404/);
  const edges = new Set<number | undefined>();
  for (const path of ['/', '/terms', '/privacy', '/nowhere']) {
    await page.goto(path);
    const home = page.getByRole('banner').getByRole('link', { name: 'Polylogue' });
    const title = page.getByRole('heading', { level: 1 });
    await expect(title).toBeVisible();
    for (const one of [home, title]) edges.add((await one.boundingBox())?.x);
    const footer = page.getByRole('contentinfo');
    await expect(footer.getByRole('link')).toHaveText(['Privacy Policy', 'Terms and Conditions']);
  }
  expect(edges.size).toBe(1);
});

test('the chat can be tried without an account [ROLE-08]', async ({ page, chat }) => {
  await page.goto('/');
  await page.getByRole('link', { name: 'Try it without an account' }).click();
  await expect(page).toHaveURL('/chat');
  // A model is asked for immediately, and can be put off.
  await expect(chat.dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(chat.box).toBeVisible();
});

test('the snake plays on its own on its grid of 12 by 12 until it is paused [LAND-07 LAND-08] @phone @rest', async ({
  page,
}) => {
  await page.clock.install();
  await page.goto('/');
  const board = page.getByRole('img', { name: 'A snake that plays by itself on a grid of 12 by 12 cells' });
  await board.scrollIntoViewIfNeeded();
  const { width = 0, height = 1 } = (await board.boundingBox()) ?? {};
  expect(width).toBe(height);
  await page.clock.runFor(500);
  const first = await picture(page);
  await page.clock.runFor(500);
  expect(await picture(page)).not.toBe(first);

  const pause = page.getByRole('button', { name: 'Pause the snake' });
  const letters = (size: string) =>
    page.evaluate((to) => document.documentElement.style.setProperty('font-size', to), size);
  await letters('200%');
  await board.scrollIntoViewIfNeeded();
  await expect(pause).toBeInViewport({ ratio: 1 });
  await letters('');
  await pause.click();
  const paused = await picture(page);
  await page.clock.runFor(2_000);
  expect(await picture(page)).toBe(paused);

  await page.getByRole('button', { name: 'Play the snake' }).click();
  await page.clock.runFor(500);
  expect(await picture(page)).not.toBe(paused);
});

test('the snake rests while it is out of sight @rest', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 320 });
  await page.clock.install();
  await page.goto('/');
  const moves = async () => {
    const before = await picture(page);
    await page.clock.runFor(500);
    return (await picture(page)) !== before;
  };
  const scrollTo = (place: string) =>
    page.locator(place).evaluate((element) => element.scrollIntoView({ block: 'end', behavior: 'instant' }));

  await scrollTo('canvas');
  await expect.poll(moves).toBe(true);
  await scrollTo('footer');
  await expect.poll(moves).toBe(false);
  await scrollTo('canvas');
  await expect.poll(moves).toBe(true);
});

test.describe('where motion is unwelcome', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  test('the snake is a still picture until it is asked to play @rest', async ({ page }) => {
    await page.clock.install();
    await page.goto('/');
    const play = page.getByRole('button', { name: 'Play the snake' });
    await expect(play).toBeVisible();
    await page.clock.runFor(300);
    const still = await picture(page);
    await page.clock.runFor(2_000);
    expect(await picture(page)).toBe(still);
    await play.press('Enter');
    // It plays once it is seen.
    await expect
      .poll(async () => {
        await page.clock.runFor(500);
        return picture(page);
      })
      .not.toBe(still);
  });
});

test('the landing page works at 320 px @rest', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 560 });
  await page.goto('/');
  await expect(page.getByRole('link', { name: 'Sign Up' })).toBeInViewport({ ratio: 1 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
});

test('the landing page has nothing for axe to find @phone-rest @rest', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectCleanInBothColours(page);
});
