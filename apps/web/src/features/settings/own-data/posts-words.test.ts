import { expect, test } from 'vitest';
import { day } from '../../../lib/text/ago.ts';
import { deletedWords, spaceWords, warningWords } from './posts-words.ts';

test('one message is not “1 messages”', () => {
  expect([1, 2].map(deletedWords)).toEqual(['1 message is deleted', '2 messages are deleted']);
});

test('before one message is deleted, the warning speaks of one', () => {
  expect(warningWords(1)).toMatch(/^Its text and its reactions are .* there was a message, .* deleted it\./);
  expect(warningWords(2)).toMatch(
    /^Their text and their reactions .* there were messages, .* deleted them\./,
  );
});

test('a space that may not be named is told from others by the last day in it', () => {
  const left_at = Date.UTC(2026, 4, 3, 12);
  expect(spaceWords({ name: 'Book club', left_at })).toBe('Book club');
  expect(spaceWords({ name: null, left_at })).toBe(`a space you were in until ${day(new Date(left_at))}`);
});
