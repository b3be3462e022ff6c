import type { OwnSpace } from '@polylogue/contract';
import { expect, test } from 'vitest';
import type { ListedConversation } from '../conversation/index.ts';
import { happeningNow } from './happening.ts';

const hour = 3_600_000;
const conversation = (id: string, isArchived = false): ListedConversation => ({
  id,
  title: id,
  createdAt: 0,
  lastMessageAt: 0,
  isPinned: false,
  isArchived,
  folder: null,
  deletedAt: null,
  isErased: false,
});
const space = (name: string, unread: number, closed_at: number | null = null) =>
  ({ space: { space_id: name, name }, unread, closed_at }) as OwnSpace;
const session = (title: string | null, starts_at: number) => ({
  session_id: String(starts_at),
  seq: 1,
  title,
  starts_at,
  minutes: 60,
  created_by: null,
  space_id: 'club',
  space_name: 'Club',
});
const nothing = { conversations: [], answering: new Set<string>(), spaces: [], sessions: [] };
const titles = (known: object) =>
  happeningNow({ ...nothing, ...known }, 0).map(({ type, title }) => `${type} ${title}`);

test('an answer that runs goes on now, but not one of an archived conversation', () => {
  const conversations = [conversation('one'), conversation('two'), conversation('away', true)];
  expect(titles({ conversations, answering: new Set(['two', 'away']) })).toEqual(['answering two']);
});

test('so do spaces with unread messages that can be opened', () => {
  const spaces = [space('read', 0), space('new', 3), space('closed', 3, 1)];
  expect(titles({ spaces })).toEqual(['unread new']);
});

test('a session is listed from a day before on, by its space where it has no title', () => {
  const sessions = [session(null, -hour), session('Soon', 23 * hour), session('Later', 25 * hour)];
  expect(titles({ sessions })).toEqual(['session Club', 'session Soon']);
});

test('each has an id of its own, also two sessions of one space', () => {
  const sessions = [session('One', 1), session('Two', 2)];
  const known: object = { sessions, spaces: [space('club', 1)] };
  expect(happeningNow({ ...nothing, ...known }, 0).map(({ id }) => id)).toEqual(['1', '2', 'club']);
});
