import { expect, test } from 'vitest';
import { matchesWords } from './words.ts';

test.each([
  ['', true],
  ['zoe', true],
  ['ZOË dy', true],
  ['van', true],
  ['@z.o', true],
  ['yke', false],
  ['zoe ada', false],
])('“%s” is in “Zoë van Dyke z.o.e”: %s', (typed, is) =>
  expect(matchesWords('Zoë van Dyke z.o.e', typed)).toBe(is),
);

test('thousands of accents on one letter take no time', () => {
  const began = process.cpuUsage();
  expect(matchesWords(`zo${'e\u0301\u0323'.padEnd(100_000, '\u0301\u0323')}`, 'zoe')).toBe(true);
  expect(process.cpuUsage(began).user / 1_000).toBeLessThan(1_000);
});
