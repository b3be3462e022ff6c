import { shortTime, whenOf } from '../../lib/text/time.ts';
import '../person/testing/browser.ts';
import type { Notification } from '@polylogue/contract';
import { expect, test } from 'vitest';

import { notificationWords } from './notification-words.ts';

const starts_at = Date.UTC(2099, 0, 2, 19);
const when = whenOf(starts_at);
const words = (kind: string, session_title: string | null) =>
  notificationWords({ kind, session_title, starts_at, by: null, space_name: 'Book club' } as Notification);

test.each([
  ['session', `was scheduled for ${when}`],
  ['session-moved', `was moved to ${when}`],
  ['session-cancelled', `on ${when} was cancelled`],
  ['session-soon', `begins at ${shortTime(new Date(starts_at))}`],
])('a notification of the kind “%s” names the session if it has a title', (kind, what) => {
  expect(words(kind, 'Chapter two')).toBe(`The session “Chapter two” in Book club ${what}`);
  expect(words(kind, null)).toBe(`A session in Book club ${what}`);
});

test('a notification of a kind that this version does not know still says where it is from', () => {
  expect(words('painting', null)).toBe('Something happened in Book club');
});
