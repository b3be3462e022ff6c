import { expect, test } from 'vitest';
import { dayOf } from '../../lib/text/time.ts';
import { groupsOf, pinnedFirst } from './groups.ts';
import type { ListedConversation } from './list/index.ts';

const now = new Date(2026, 2, 29, 12);

function conversation(title: string, when: Date, rest: Partial<ListedConversation> = {}): ListedConversation {
  const at = when.getTime();
  const base = { isPinned: false, isArchived: false, folder: null, deletedAt: null, isErased: false };
  return { id: title, title, createdAt: at, lastMessageAt: at, ...base, ...rest };
}

const shown = (all: ListedConversation[]) =>
  groupsOf(all, dayOf(now.getTime())).map(({ title, conversations }) => [
    title,
    ...conversations.map((one) => one.title),
  ]);

test('pinned ones come first, the others by the day of their last message', () => {
  expect(
    shown([
      conversation('now', now),
      conversation('midnight', new Date(2026, 2, 29)),
      conversation('last night', new Date(2026, 2, 28, 23, 59)),
      conversation('old and pinned', new Date(2025, 0, 1), { isPinned: true }),
      conversation('two days ago', new Date(2026, 2, 27, 23, 59)),
    ]),
  ).toEqual([
    ['Pinned', 'old and pinned'],
    ['Today', 'now', 'midnight'],
    ['Yesterday', 'last night'],
    ['Earlier', 'two days ago'],
  ]);
});

test('an archived conversation is in no group, and an empty group is left out', () => {
  expect(
    shown([
      conversation('archived', now, { isArchived: true }),
      conversation('deleted', now, { deletedAt: now.getTime() }),
      conversation('one', now),
    ]),
  ).toEqual([['Today', 'one']]);
  expect(shown([])).toEqual([]);
});

test('where there are no groups, as in a folder, pinned ones come first as well [FOLDER-01]', () => {
  const all = [conversation('new', now), conversation('old', new Date(2025, 0, 1), { isPinned: true })];
  expect(pinnedFirst(all).map(({ title }) => title)).toEqual(['old', 'new']);
});
