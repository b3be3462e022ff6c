import { expect, test } from 'vitest';
import { localInput } from './local-input.ts';

test('a date is shown as local time', () => {
  expect(localInput(new Date(2031, 2, 4, 5, 6))).toBe('2031-03-04T05:06');
});

test('a date that no field can show is left empty', () => {
  expect(localInput(new Date(8.64e15))).toBe('');
  expect(localInput(new Date(10_000, 5, 1))).toBe('');
});
