import { expect, test } from 'vitest';
import { firstDirection } from './direction.ts';

test.each([
  ['hello', 'ltr'],
  ['שלום hello', 'rtl'],
  ['1. مرحبا', 'rtl'],
  ['@ada مرحبا', 'ltr'],
  ['12 % …', undefined],
  ['', undefined],
  ['你好', 'ltr'],
])('%j begins in the direction %j', (text, direction) => {
  expect(firstDirection(text)).toBe(direction);
});

test('a long text is not read to its end', () => {
  expect(firstDirection(`${' '.repeat(1_000)}שלום`)).toBeUndefined();
});
