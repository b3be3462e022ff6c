import { expect, test } from 'vitest';
import { judgeLoop } from './pressure.ts';

function judge() {
  const logged: unknown[] = [];
  const loop = judgeLoop({
    warn: (fields: unknown, words: unknown) => void logged.push([words, fields]),
  } as never);
  return { ...loop, logged };
}

test('a single delay is logged, and no call is refused', () => {
  const { judge: read, isHigh, logged } = judge();
  read({ mean: 12, longest: 400 }, 0);
  expect(isHigh()).toBe(false);
  expect(logged).toEqual([['event loop delayed', { delay: { mean: 12, longest: 400 } }]]);
});

test('a loop that is always late is overloaded until it recovers', () => {
  const { judge: read, isHigh } = judge();
  read({ mean: 260, longest: 400 }, 0);
  expect(isHigh()).toBe(false);
  read({ mean: 260, longest: 400 }, 1000);
  expect(isHigh()).toBe(true);
  read({ mean: 3, longest: 9 }, 2000);
  expect(isHigh()).toBe(false);
});

test('a long overload is logged every ten seconds, not every second', () => {
  const { judge: read, logged } = judge();
  for (let second = 0; second < 25; second += 1) read({ mean: 300, longest: 900 }, second * 1000);
  expect(logged).toHaveLength(3);
});
