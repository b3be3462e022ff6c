import { expect, test } from 'vitest';
import { bytes, megabyte } from './bytes.ts';

test.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [999, '999 bytes'],
  [1023, '1,023 bytes'],
  [1024, '1 kB'],
  [1500, '1.5 kB'],
  [20_400, '20 kB'],
  [3_000_000, '2.9 MB'],
  [25 * megabyte, '25 MB'],
  [1024 * megabyte, '1 GB'],
  [2_147_483_648, '2 GB'],
])('%i is %s, as our server counts [UP-11]', (count, words) => expect(bytes(count, 'en')).toBe(words));
