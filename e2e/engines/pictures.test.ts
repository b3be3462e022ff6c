import sharp from 'sharp';
import { expect, test } from './journey.ts';
import { Locator } from './locator.ts';

/** Red on the left, blue on the right. */
async function halves(path: string) {
  const half = { width: 400, height: 400, channels: 3 } as const;
  const blue = await sharp({ create: { ...half, background: 'blue' } })
    .png()
    .toBuffer();
  await sharp({ create: { ...half, width: 800, background: 'red' } })
    .composite([{ input: blue, left: 400, top: 0 }])
    .jpeg()
    .toFile(path);
}

test('a profile picture is cut by keyboard, stored as it was seen, and shown', async ({
  tab,
  open,
  store,
  api,
  baseURL,
}, info) => {
  const file = info.outputPath('halves.jpg');
  await halves(file);
  const member = await api.signUp();
  await store({ access_token: member.access_token, refresh_token: member.refresh_token });
  await open('/settings/pictures');
  const page = new Locator(tab);
  await page.button('Choose a profile picture').hasCount(1);
  await tab.choose('[type=file]', [file]);
  const dialog = page.the('dialog', 'Crop your profile picture');
  const frame = dialog.all('[role=application]');
  await frame.hasCount(1);
  for (let step = 0; step < 15; step += 1) await frame.press('ArrowRight');
  await dialog.button('Save').click();
  await page.hasText('Your profile picture is saved');
  await dialog.hasCount(0);
  const { profile_picture_url } = await api.as(member, 'GET /api/v1/user/me', {});
  const stored = await fetch(new URL(profile_picture_url ?? '', baseURL));
  const { channels } = await sharp(Buffer.from(await stored.arrayBuffer())).stats();
  const [red, , blue] = channels.map(({ mean }) => mean);
  expect(blue).toBeGreaterThan(200);
  expect(red).toBeLessThan(60);
  const shown = () =>
    tab.run(
      () => document.querySelector<HTMLImageElement>('[role=banner] img, header img')?.naturalWidth ?? 0,
    );
  await expect.poll(shown).toBeGreaterThan(0);
});
