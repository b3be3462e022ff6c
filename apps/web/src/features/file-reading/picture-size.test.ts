import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pictureSize } from './picture-size.ts';
import { avifOf, bmpOf, gifOf, jpegOf, pngOf, webpOf } from './testing/samples.ts';

const blob = (content: number[]) => new Blob([new Uint8Array(content)]);

test.each([
  ['image/png', pngOf(30_000, 20_000), 30_000, 20_000],
  ['image/jpeg', jpegOf(4032, 3024), 4032, 3024],
  ['image/jpeg', jpegOf(4032, 3024, 300_000), 4032, 3024],
  ['image/gif', gifOf(640, 480, 1), 640, 480],
  ['image/bmp', bmpOf(800, 600), 800, 600],
  ['image/webp', webpOf(16_383, 9), 16_383, 9],
  ['image/avif', avifOf(1920, 1080), 1920, 1080],
])('the size of %s is read from its header [ATT-07]', async (type, content, width, height) => {
  expect(await pictureSize(blob(content), type)).toEqual({ width, height });
});

test('a header that is cut off or garbled gives no size, and nothing hangs [ATT-07]', async () => {
  const whole = { 'image/png': pngOf(9, 9), 'image/jpeg': jpegOf(9, 9), 'image/avif': avifOf(9, 9) };
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...Object.entries(whole)),
      fc.nat(80),
      fc.uint8Array({ maxLength: 200 }),
      async ([type, content], keep, rubbish) => {
        const size = await pictureSize(blob([...content.slice(0, keep), ...rubbish]), type);
        expect(size === null || (size.width > 0 && size.height > 0)).toBe(true);
      },
    ),
  );
});
