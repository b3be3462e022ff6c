import { expect, test } from 'vitest';
import type { ListedConversation } from '../conversation/index.ts';
import { filtered, folderNone, inView, ofFolder } from './views.ts';

const day = 86_400_000;
const now = 100 * day;

function conversation(title: string, rest: Partial<ListedConversation> = {}): ListedConversation {
  const base = { isPinned: false, isArchived: false, folder: null, deletedAt: null, isErased: false };
  return { id: title, title, createdAt: 0, lastMessageAt: now, ...base, ...rest };
}

const titles = (shown: readonly ListedConversation[]) => shown.map(({ title }) => title);

const all = [
  conversation('new'),
  conversation('put away', { isArchived: true }),
  conversation('gone first', { deletedAt: now - 2 * day }),
  conversation('pinned', { isPinned: true }),
  conversation('gone last', { deletedAt: now - day, isArchived: true }),
  conversation('gone long ago', { deletedAt: now - 30 * day }),
  conversation('gone for good', { deletedAt: now - day, isErased: true }),
];

test('pinned conversations come first', () => {
  expect(titles(inView(all, 'active', now))).toEqual(['pinned', 'new']);
});

test('archived conversations have a list of their own, unless they were deleted', () => {
  expect(titles(inView(all, 'archived', now))).toEqual(['put away']);
});

test('deleted conversations can be restored for 30 days, the last deleted first', () => {
  expect(titles(inView(all, 'deleted', now))).toEqual(['gone last', 'gone first']);
});

test('the filter matches the beginnings of words, ignoring accents and capitals', () => {
  const some = [conversation('Écologie des serpents'), conversation('Snakes')];
  expect(titles(filtered(some, 'eco SERP'))).toEqual(['Écologie des serpents']);
  expect(titles(filtered(some, 'erp'))).toEqual([]);
  expect(filtered(some, '  ')).toBe(some);
});

test('a folder shows what is in it; what was in a deleted one is in none [FOLDER-05]', () => {
  const some = [
    conversation('in', { folder: 'garden' }),
    conversation('was in', { folder: 'gone' }),
    conversation('out'),
  ];
  const folders = [{ id: 'garden' }];
  expect(titles(ofFolder(some, null, folders))).toEqual(['in', 'was in', 'out']);
  expect(titles(ofFolder(some, 'garden', folders))).toEqual(['in']);
  expect(titles(ofFolder(some, folderNone, folders))).toEqual(['was in', 'out']);
});
