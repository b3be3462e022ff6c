import { expect, test } from 'vitest';
import { backoff, maxAttempts, steps } from './backoff.ts';

const minute = 60 * 1000;

test('the pause doubles from a second to half an hour', () => {
  expect([1, 2, 3, 4, 11, 12, 200].map(backoff)).toEqual([
    1_000,
    2_000,
    4_000,
    8_000,
    1_024_000,
    30 * minute,
    30 * minute,
  ]);
});

test('a job is tried for at least three days before giving up', () => {
  const pauses = Array.from({ length: maxAttempts - 1 }, (_, index) => backoff(index + 1));
  expect(pauses.reduce((sum, pause) => sum + pause, 0)).toBeGreaterThan(3 * 24 * 60 * minute);
});

test('after the last step every pause is the same', () => {
  expect(backoff(steps)).toBe(backoff(steps + 1));
  expect(backoff(steps - 1)).toBeLessThan(backoff(steps));
});
