import { expect, test } from 'vitest';
import { day } from '../../../lib/text/ago.ts';
import { deletedWords, postsWords, spaceWords } from './posts-words.ts';

test('one message is not “1 messages”', () => {
  expect([1, 2].map(postsWords)).toEqual(['1 message', '2 messages']);
  expect([1, 2].map(deletedWords)).toEqual(['1 message is deleted', '2 messages are deleted']);
});

test('a space that may not be named is told from others by the day of leaving it', () => {
  const left_at = Date.UTC(2026, 4, 3, 12);
  expect(spaceWords({ name: 'Book club', left_at })).toBe('Book club');
  expect(spaceWords({ name: null, left_at })).toBe(`a space you left on ${day(new Date(left_at))}`);
});
