import { expect, test } from 'vitest';
import { pauseAfter } from './backoff.ts';

test('pauses grow with each failure, up to a minute, and differ between browsers', () => {
  const seconds = (random: number) =>
    [1, 2, 3, 4, 5, 6, 60].map((failures) => pauseAfter(failures, random) / 1_000);
  expect(seconds(1)).toEqual([3, 5, 9, 17, 33, 60, 60]);
  expect(seconds(0)).toEqual([1, 1, 1, 1, 1, 1, 1]);
  expect([1, 2, 3, 60].map((failures) => pauseAfter(failures, 1, 8_000))).toEqual([
    3_000, 5_000, 8_000, 8_000,
  ]);
});
