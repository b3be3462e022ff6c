import { expect, test } from 'vitest';
import { windowOf } from './use-window.ts';

test('every row of 10,000 that is on the screen is rendered, and few others [CONV-08]', () => {
  for (const top of [300, 0, -1, -555, -5_600, -279_000, -559_000]) {
    const [from, to] = windowOf({ top, screen: 900, row: 56, count: 10_000 });
    const first = Math.max(0, Math.floor(-top / 56));
    const last = Math.min(10_000, Math.ceil((900 - top) / 56));
    expect(from).toBeLessThanOrEqual(first);
    expect(to).toBeGreaterThanOrEqual(last);
    expect(to - from).toBeLessThan(64);
  }
});

test('a short list is rendered completely, an empty one not at all', () => {
  expect(windowOf({ top: 0, screen: 900, row: 56, count: 3 })).toEqual([0, 3]);
  expect(windowOf({ top: 0, screen: 900, row: 0, count: 0 })).toEqual([0, 0]);
});

test('until a row has been measured, a screenful is rendered', () => {
  expect(windowOf({ top: 0, screen: 900, row: 0, count: 10_000 })).toEqual([0, 40]);
});
