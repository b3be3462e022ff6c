import { expect, test } from 'vitest';
import { signatureOf } from './signatures.ts';

const boxed = (brands: string) =>
  new Uint8Array([
    0,
    0,
    0,
    16 + brands.length - 4,
    ...Buffer.from(`ftyp${brands.slice(0, 4)}\0\0\0\0${brands.slice(4)}`),
  ]);

test.each(['heicmif1heic', 'mif1heic', 'msf1hevc', 'heixmif1', 'hevs', 'MiHEheicmif1'])(
  'the brands %s are those of a HEIC picture',
  (brands) => {
    expect(signatureOf(boxed(brands))).toBe('image/heic');
  },
);

test.each(['isomisom', 'mp42mp41'])('the brands %s are those of a video', (brands) => {
  expect(signatureOf(boxed(brands))).toBe('video/mp4');
});
