import { expect, test } from 'vitest';
import { isFoldable } from './message.ts';

const lines = (count: number) => Array.from({ length: count }, (_, index) => `line ${index}`).join('\n');

test('more than 5 lines are long, 5 are not [LIST-24 CONST-06]', () => {
  expect(isFoldable(lines(5))).toBe(false);
  expect(isFoldable(lines(6))).toBe(true);
});

test('empty lines at the end do not count', () => {
  expect(isFoldable(`${lines(5)}\n\n\n`)).toBe(false);
});

test('a paragraph that fills the screen is long, although its writer typed a single line [LIST-36]', () => {
  const paragraph = 'word '.repeat(120);
  expect(isFoldable(paragraph)).toBe(false);
  expect(isFoldable(paragraph, 82)).toBe(false);
  expect(isFoldable(paragraph, 40)).toBe(true);
});
