import { expect, test } from 'vitest';
import { whenOf } from '../../../lib/text/time.ts';

import { names } from '../testing/turns.ts';
import { noticeWords } from './notice-words.ts';

const starts_at = Date.UTC(2026, 11, 3, 18);
const words = (kind: string, more = {}) =>
  noticeWords({ by_id: 'ada', notice: { kind, user_id: null, name: null, ...more } } as never, names);

test('a line says when a session is that was scheduled or moved [SPACE-31]', () => {
  expect(words('scheduled', { name: 'Recap', starts_at })).toBe(
    `Ada scheduled the session “Recap” for ${whenOf(starts_at)}`,
  );
  expect(words('moved', { starts_at })).toBe(`Ada moved a session to ${whenOf(starts_at)}`);
});

test('a line that an earlier version wrote, or a newer one, is still a sentence', () => {
  expect(words('moved')).toBe('Ada moved a session');
  expect(words('painted')).toBe('Something happened in this space');
});
