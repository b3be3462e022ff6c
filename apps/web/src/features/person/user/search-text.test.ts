import { expect, test } from 'vitest';
import { searchText } from './search-text.ts';

test.each([
  ['', null],
  ['a', null],
  [' a ', null],
  ['bo', 'bo'],
  [' bo ', 'bo'],
  ['@ada', 'ada'],
  ['@a', null],
  ['ada  lovelace ', 'ada lovelace'],
  ['😀', null],
  ['李', '李'],
  ['김철', '김철'],
  ['ada@', null],
  ['ada@example', null],
  ['ada@example.com', 'ada@example.com'],
])('typing “%s” searches for %j', (text, sought) => expect(searchText(text)).toBe(sought));
