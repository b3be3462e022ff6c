import { expect, test } from 'vitest';
import type { Conversation } from '../conversation/index.ts';
import { activityOf } from './activity.ts';

const hour = 3_600_000;

function conversation(
  title: string,
  createdAt: number,
  lastMessageAt: number,
  isArchived = false,
): Conversation {
  const base = { isPinned: false, deletedAt: null, isErased: false };
  return { id: title, title, createdAt, lastMessageAt, isArchived, ...base };
}

const activities = (all: Conversation[], most = 10) =>
  activityOf(all, most).map(({ what, conversation, at }) => `${what} ${conversation.title} at ${at / hour}`);

test('continuing hours later is an activity of its own, newest first', () => {
  expect(activities([conversation('old', 0, 9 * hour), conversation('new', 5 * hour, 5 * hour + 1)])).toEqual(
    ['Continued old at 9', `Started new at 5`, 'Started old at 0'],
  );
});

test('archived conversations are left out, and no more are listed than asked for', () => {
  expect(activities([conversation('away', 0, 1, true)])).toEqual([]);
  expect(activities([conversation('a', 0, 9 * hour), conversation('b', hour, 8 * hour)], 3)).toHaveLength(3);
});
