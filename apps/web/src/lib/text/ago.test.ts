import { expect, test } from 'vitest';
import { ago } from './ago.ts';

const now = new Date('2026-11-21T12:00:00Z');

test.each([
  ['2026-11-21T12:00:05Z', 'now'],
  ['2026-11-21T11:59:30Z', 'now'],
  ['2026-11-21T11:58:59Z', '1 minute ago'],
  ['2026-11-21T09:00:00Z', '3 hours ago'],
  ['2026-11-20T11:00:00Z', 'yesterday'],
  ['2026-11-01T11:00:00Z', '20 days ago'],
])('%s is %s', (when, words) => expect(ago(new Date(when), now, 'en')).toBe(words));

test('what was the day before yesterday is not called yesterday', () => {
  const wednesday = new Date(2026, 10, 18, 8);
  expect(ago(new Date(2026, 10, 16, 9), wednesday, 'en')).toBe('2 days ago');
  expect(ago(new Date(2026, 10, 17, 7), wednesday, 'en')).toBe('yesterday');
  expect(ago(new Date(2026, 10, 17, 9), wednesday, 'en')).toBe('23 hours ago');
});
