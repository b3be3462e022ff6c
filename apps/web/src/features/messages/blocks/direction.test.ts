import { parse } from '@polylogue/markdown';
import { expect, test } from 'vitest';
import { directionOf, directionOfBlocks } from './direction.ts';

test.each([
  ['hello', 'ltr'],
  ['שלום hello', 'rtl'],
  ['1. مرحبا', 'rtl'],
  ['`npm` مرحبا', 'rtl'],
  ['12 % …', undefined],
  ['你好', 'ltr'],
])('%j begins in the direction %j', (text, direction) => {
  expect(directionOf(text)).toBe(direction);
});

test('a list or quote takes the direction of its first words', () => {
  expect(directionOfBlocks(parse('- > שלום\n- hello').blocks)).toBe('rtl');
  expect(directionOfBlocks(parse('```\nhello\n```').blocks)).toBeUndefined();
});
