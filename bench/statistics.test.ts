import { expect, test } from 'vitest';
import { median, quantile, summary } from './statistics.ts';

test('the median of an even number of runs lies between the two in the middle', () => {
  expect(median([4, 1, 3, 2])).toBe(2.5);
});

test.each([
  [0, 10],
  [0.5, 20],
  [0.95, 29],
  [1, 30],
])('quantile %d of 10, 20, 30 is %d', (share, value) => {
  expect(quantile([30, 10, 20], share)).toBeCloseTo(value);
});

test('a run without a number is left out, and no runs have no summary', () => {
  expect(summary([3, Number.NaN, 1])).toEqual({ median: 2, low: 1, high: 3 });
  expect(summary([Number.NaN])).toBeNull();
});
