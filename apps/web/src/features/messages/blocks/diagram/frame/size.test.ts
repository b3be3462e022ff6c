import { expect, test } from 'vitest';
import { fittedSize, readableWidth } from './size.ts';

test('a drawing shrinks to fit', () => {
  expect(fittedSize({ width: 300, height: 200 }, 600, false)).toEqual({ width: 300, height: 200 });
  expect(fittedSize({ width: 700, height: 350 }, 600, false)).toEqual({ width: 600, height: 300 });
});

test('a wide drawing shrinks no further than is readable: it scrolls [CODE-16]', () => {
  expect(fittedSize({ width: 1600, height: 800 }, 600, false)).toEqual({ width: 1300, height: 650 });
  expect(readableWidth({ width: 1600, height: 800 })).toBe(1300);
});

test('for a closer look it grows to fit, and does not shrink', () => {
  expect(fittedSize({ width: 600, height: 200 }, 1_200, true)).toEqual({ width: 1_200, height: 400 });
  expect(fittedSize({ width: 100, height: 100 }, 1_200, true)).toEqual({ width: 250, height: 250 });
  expect(fittedSize({ width: 3000, height: 1000 }, 600, true)).toEqual({ width: 3000, height: 1000 });
});
