import { expect, test } from 'vitest';
import { bytes } from './bytes.ts';

test.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [999, '999 bytes'],
  [1500, '1.5 kB'],
  [20_400, '20 kB'],
  [3_000_000, '3 MB'],
  [2_147_483_648, '2.1 GB'],
])('%i is %s', (count, words) => expect(bytes(count, 'en')).toBe(words));
