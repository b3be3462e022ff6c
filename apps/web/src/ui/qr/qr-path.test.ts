import encodeQR from 'qr';
import decodeQR from 'qr/decode.js';
import { expect, test } from 'vitest';
import { pathOf } from './qr-path.ts';

test('each dark run of a row is one rectangle', () => {
  expect(
    pathOf([
      [true, true, false, true],
      [false, false, false, false],
      [false, true, true, true],
    ]),
  ).toBe('M0 0h2v1h-2zM3 0h1v1h-1zM1 2h3v1h-3z');
});

/** What a camera would see, at four pixels per module. */
function photograph(path: string, size: number) {
  const scale = 4;
  const side = size * scale;
  const data = new Uint8Array(side * side * 4).fill(255);
  for (const [, x, y, length] of path.matchAll(/M(\d+) (\d+)h(\d+)/g)) {
    for (let row = Number(y) * scale; row < (Number(y) + 1) * scale; row += 1) {
      const from = (row * side + Number(x) * scale) * 4;
      for (let at = from; at < from + Number(length) * scale * 4; at += 4) data.fill(0, at, at + 3);
    }
  }
  return { width: side, height: side, data };
}

test('a reader decodes what was encoded', () => {
  const url = 'https://polylogue.example/befriend?code=Zm9vYmFyYmF6cXV4';
  const modules = encodeQR(url, 'raw', { ecc: 'medium', border: 3 });
  expect(decodeQR(photograph(pathOf(modules), modules.length))).toBe(url);
});
