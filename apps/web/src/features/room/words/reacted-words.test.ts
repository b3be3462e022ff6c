import { expect, test } from 'vitest';
import { names } from '../testing/turns.ts';
import { reactedWords } from './reacted-words.ts';

test.each([
  [1, ['ada'], '👍 Ada'],
  [2, ['ada', 'me'], '👍 Ada and you'],
  [5, ['ada', 'ben'], '👍 Ada, Ben, and 3 more'],
  [1, ['gone'], '👍 another member'],
])('who has reacted: %i, of whom %j are named', (count, user_ids, words) => {
  expect(reactedWords({ emoji: '👍', count, user_ids, is_own: false }, names)).toBe(words);
});
