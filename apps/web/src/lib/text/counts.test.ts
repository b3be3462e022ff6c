import { expect, test } from 'vitest';
import { counted, manyOf, typedCount } from './counts.ts';

test.each([
  ['128000', 128_000],
  ['128,000', 128_000],
  ['1.048.576', 1_048_576],
  ['10 000', 10_000],
  [' 4096 ', 4096],
  ['1.5', Number.NaN],
  ['12,34', Number.NaN],
  ['0.125', Number.NaN],
  ['-1', Number.NaN],
  ['', Number.NaN],
  ['many', Number.NaN],
])('“%s” is read as %d', (text, number) => {
  expect(typedCount(text)).toBe(number);
});

test('a long number is written with separators, and read again as it was', () => {
  expect(counted(1_048_576)).toBe('1,048,576');
  expect(typedCount(counted(1_048_576))).toBe(1_048_576);
});

test.each([
  [0, 'conversation', undefined, '0 conversations'],
  [1, 'conversation', undefined, '1 conversation'],
  [3000, 'conversation', undefined, '3,000 conversations'],
  [1, 'person', 'people', '1 person'],
  [1200, 'person', 'people', '1,200 people'],
])('%d × “%s” is counted in words (more than one: %s): %s', (count, one, more, words) => {
  expect(manyOf(count, one, more)).toBe(words);
});
