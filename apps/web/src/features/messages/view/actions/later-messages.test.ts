import { expect, test } from 'vitest';
import { laterMessages } from './later-messages.ts';

test('the messages after an older reply are in the version that goes on', () => {
  expect(laterMessages([['reply', 'question', 'reply'], null])).toEqual({ version: 0, count: 2 });
  expect(laterMessages([['a', 'b'], ['c', 'd', 'e'], null])).toEqual({ version: 1, count: 2 });
  expect(laterMessages([['a', 'b'], ['c', 'd'], null])).toEqual({ version: 1, count: 1 });
});

test('where no version goes on, there is nothing to say', () => {
  expect(laterMessages([['reply'], null])).toBeNull();
  expect(laterMessages([null])).toBeNull();
});
