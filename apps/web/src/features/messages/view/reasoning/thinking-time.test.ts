import { expect, test } from 'vitest';
import { inSeconds } from './thinking-time.ts';

test.each([
  [0, null],
  [499, null],
  [1_000, '1 s'],
  [12_400, '12 s'],
  [59_499, '59 s'],
  [60_000, '1 min'],
  [83_000, '1 min 23 s'],
])('%s ms is given as %s', (milliseconds, words) => {
  expect(inSeconds(milliseconds)).toBe(words);
});
