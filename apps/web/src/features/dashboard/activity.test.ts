import type { OwnSpace } from '@polylogue/contract';
import { expect, test } from 'vitest';
import type { ListedConversation } from '../conversation/index.ts';
import { activityOf } from './activity.ts';

const hour = 3_600_000;

function conversation(
  title: string,
  createdAt: number,
  lastMessageAt: number,
  isArchived = false,
): ListedConversation {
  const base = { isPinned: false, deletedAt: null, isErased: false };
  return { id: title, title, createdAt, lastMessageAt, isArchived, folder: null, ...base };
}

const space = (name: string, last_post_at: number | null, closed_at: number | null = null) =>
  ({ space: { space_id: name, name }, last_post_at, closed_at }) as OwnSpace;

const activities = (all: ListedConversation[], spaces: OwnSpace[] = []) =>
  activityOf(all, spaces).map(({ what, title, at }) => `${what} ${title} at ${at / hour}`);

test('a conversation that is continued hours later is listed by that, newest first', () => {
  expect(activities([conversation('old', 0, 9 * hour), conversation('new', 5 * hour, 5 * hour + 1)])).toEqual(
    ['Continued old at 9', `Started new at 5`],
  );
});

test('archived conversations are left out', () => {
  expect(activities([conversation('away', 0, 1, true)])).toEqual([]);
});

test('the last posts in spaces are among them, but not those in closed spaces', () => {
  const spaces = [space('club', 6 * hour), space('quiet', null), space('closed', 7 * hour, 8 * hour)];
  expect(activities([conversation('new', 5 * hour, 5 * hour)], spaces)).toEqual([
    'Last message in club at 6',
    'Started new at 5',
  ]);
});
