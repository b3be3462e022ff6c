import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { expectClean } from './axe.ts';
import { expect } from './journey.ts';
import { test } from './member.ts';

test.beforeEach(({ ada }) => void ada);

const red = { r: 220, g: 20, b: 20 };
const blue = { r: 20, g: 20, b: 220 };

/** Red on the left, blue on the right. */
async function halves(orientation?: number) {
  const half = await sharp({ create: { width: 400, height: 400, channels: 3, background: blue } })
    .png()
    .toBuffer();
  const both = sharp({ create: { width: 800, height: 400, channels: 3, background: red } }).composite([
    { input: half, left: 400, top: 0 },
  ]);
  const jpeg = await both.jpeg().toBuffer();
  const buffer =
    orientation === undefined ? jpeg : await sharp(jpeg).withMetadata({ orientation }).jpeg().toBuffer();
  return { name: 'halves.jpg', mimeType: 'image/jpeg', buffer };
}

async function choose(page: Page, button: string, file: Awaited<ReturnType<typeof halves>>) {
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: button }).click();
  await (await choosing).setFiles(file);
}

/** The colours along the middle of a stored picture, from left to right. */
async function colours(page: Page, url: string): Promise<string[]> {
  const { data, info } = await sharp(await (await page.request.get(url)).body())
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return [0.1, 0.9].map((share) => {
    const at = (Math.floor(info.height / 2) * info.width + Math.floor(info.width * share)) * info.channels;
    return (data[at] ?? 0) > (data[at + 2] ?? 0) ? 'red' : 'blue';
  });
}

const pictures = (page: Page) =>
  page.evaluate(async () => {
    const authorization = `Bearer ${localStorage.getItem('access_token')}`;
    const answer = await fetch('/api/v1/user/me', { headers: { authorization } });
    const { profile_picture_url, cover_picture_url } = await answer.json();
    return { profile_picture_url, cover_picture_url } as Record<string, string | null>;
  });

test('a profile picture is cut by keyboard, stored as it was seen, shown, and removed @rest', async ({
  page,
}) => {
  await page.goto('/settings/pictures');
  await choose(page, 'Choose a profile picture', await halves());
  const dialog = page.getByRole('dialog', { name: 'Crop your profile picture' });
  const frame = dialog.getByRole('application');
  await expect(frame).toBeVisible();
  await expectClean(page);
  await frame.focus();
  for (let step = 0; step < 15; step += 1) await frame.press('ArrowRight');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Your profile picture is saved')).toBeVisible();
  await expect(dialog).toBeHidden();

  const { profile_picture_url } = await pictures(page);
  expect(profile_picture_url).toMatch(/\/public$/);
  expect(await colours(page, profile_picture_url ?? '')).toEqual(['blue', 'blue']);
  // The small one in the header is of the same picture.
  const small = (profile_picture_url ?? '').replace(/public$/, 'small');
  await expect(page.getByRole('banner').locator('img')).toHaveAttribute('src', small);
  await page.reload();
  await expect(page.getByRole('main').locator('img')).toHaveAttribute('src', profile_picture_url ?? '');

  await page.getByRole('button', { name: 'Remove profile picture' }).click();
  await expectClean(page);
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(page.getByText('Your profile picture is removed')).toBeVisible();
  expect((await pictures(page)).profile_picture_url).toBeNull();
  await expect(page.getByRole('banner').locator('img')).toHaveCount(0);
});

test('a cover is pulled with the mouse, and stored three times as wide as high @rest', async ({ page }) => {
  await page.goto('/settings/pictures');
  await choose(page, 'Choose a cover picture', await halves());
  const frame = page.getByRole('application');
  const box = await frame.boundingBox();
  if (!box) throw new Error('There is no frame.');
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  await page.mouse.move(middle.x, middle.y);
  // Zoomed in first, or there is nothing to pan.
  await page.mouse.wheel(0, -200);
  const zoom = page.getByRole('slider', { name: 'Zoom' });
  await expect.poll(async () => Number(await zoom.inputValue())).toBeGreaterThan(1.3);
  await zoom.fill('3');
  // The right button opens a menu, and may never be heard of again.
  const seen = () => frame.evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL());
  const before = await seen();
  await page.mouse.down({ button: 'right' });
  await page.mouse.move(middle.x + 40, middle.y, { steps: 5 });
  expect((await seen()) === before).toBe(true);
  await page.mouse.up({ button: 'right' });
  await page.mouse.move(middle.x, middle.y);
  await page.mouse.down();
  await page.mouse.move(middle.x + box.width, middle.y, { steps: 5 });
  await page.mouse.up();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Your cover picture is saved')).toBeVisible();
  const { cover_picture_url } = await pictures(page);
  expect(await colours(page, cover_picture_url ?? '')).toEqual(['red', 'red']);
  const { width = 0, height = 1 } = await sharp(
    await (await page.request.get(cover_picture_url ?? '')).body(),
  ).metadata();
  expect(width / height).toBeCloseTo(3, 1);
  await expect(page.getByRole('img', { name: 'Your cover' })).toBeVisible();
});

test('cancelling the crop returns to where the user was @rest', async ({ page }) => {
  await page.goto('/settings/pictures');
  const button = page.getByRole('button', { name: 'Choose a profile picture' });
  const choosing = page.waitForEvent('filechooser');
  await button.press('Enter');
  await (await choosing).setFiles(await halves());
  await expect(page.getByRole('application')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('application')).toBeHidden();
  await expect(button).toBeFocused();
});

test('two fingers zoom @touch @rest', async ({ page }) => {
  await page.goto('/settings/pictures');
  await choose(page, 'Choose a profile picture', await halves());
  const frame = page.getByRole('application');
  const box = await frame.boundingBox();
  if (!box) throw new Error('There is no frame.');
  const client = await page.context().newCDPSession(page);
  const fingers = (apart: number) => [
    { x: box.x + box.width / 2 - apart, y: box.y + box.height / 2, id: 1 },
    { x: box.x + box.width / 2 + apart, y: box.y + box.height / 2, id: 2 },
  ];
  await client.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: fingers(40) });
  for (const apart of [60, 80]) {
    await client.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: fingers(apart) });
  }
  await client.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  const zoom = page.getByRole('slider', { name: 'Zoom' });
  await expect.poll(async () => Number(await zoom.inputValue())).toBeGreaterThan(1.8);
});

test('a photo that was taken sideways stands upright @rest', async ({ page }) => {
  await page.goto('/settings/pictures');
  // Stored lying on its side: turned a quarter to the right, red is above and blue below.
  await choose(page, 'Choose a profile picture', await halves(6));
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Your profile picture is saved')).toBeVisible();
  const url = (await pictures(page)).profile_picture_url ?? '';
  const upright = await sharp(await (await page.request.get(url)).body())
    .resize(1, 2, { fit: 'fill' })
    .removeAlpha()
    .raw()
    .toBuffer();
  expect(upright[0]).toBeGreaterThan(upright[2] ?? 0);
  expect(upright[3]).toBeLessThan(upright[5] ?? 0);
});

test('a picture can be dropped and pasted; any other file is refused with a sentence @rest', async ({
  page,
}) => {
  await page.goto('/settings/pictures');
  await expect(page.getByRole('button', { name: 'Choose a cover picture' })).toBeVisible();
  const give = (kind: 'drop' | 'paste', name: string, bytes: number[], type: string) =>
    page.evaluate(
      ({ kind, name, bytes, type }) => {
        const data = new DataTransfer();
        data.items.add(new File([new Uint8Array(bytes)], name, { type }));
        const place = [...document.querySelectorAll('button')].find((each) =>
          each.textContent?.includes('Choose a cover picture'),
        )?.parentElement;
        if (kind === 'drop') {
          place?.dispatchEvent(
            new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }),
          );
        } else {
          document.body.dispatchEvent(
            new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
          );
        }
      },
      { kind, name, bytes, type },
    );
  await give('drop', 'notes.txt', [1, 2, 3], 'text/plain');
  await expect(page.getByRole('alert')).toHaveText(
    'notes.txt cannot be read as a picture. Choose a JPEG, PNG, WebP, AVIF or GIF.',
  );
  const { buffer } = await halves();
  await give('drop', 'halves.jpg', [...buffer], 'image/jpeg');
  await expect(page.getByRole('dialog', { name: 'Crop your cover picture' })).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  // Neither the mouse nor the keyboard says which one is meant: the first.
  await page.mouse.move(0, 0);
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await give('paste', 'halves.jpg', [...buffer], 'image/jpeg');
  await expect(page.getByRole('dialog', { name: 'Crop your profile picture' })).toBeVisible();
});

test('a failed upload keeps the crop, and one that takes too long is cancelled [MODEL-29] @rest', async ({
  page,
  watched,
}) => {
  watched.expectErrors(/Failed to load resource/);
  await page.goto('/settings/pictures');
  await page.route('**/api/v1/images/*', (route) => route.abort('internetdisconnected'));
  await choose(page, 'Choose a profile picture', await halves());
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('alert')).toContainText('Failed to upload profile picture');
  await expectClean(page);
  await page.unroute('**/api/v1/images/*');

  let let_go = () => {};
  await page.route('**/api/v1/images/*', async (route) => {
    await new Promise<void>((resolve) => {
      let_go = resolve;
    });
    await route.continue().catch(() => {});
  });
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('progressbar')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('progressbar')).toBeHidden();
  let_go();
  await page.unroute('**/api/v1/images/*');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Your profile picture is saved')).toBeVisible();
});
