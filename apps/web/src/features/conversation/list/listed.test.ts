import { expect, test } from 'vitest';
import { afterChange, type List } from './list.ts';
import { isActive, type ListedConversation, listed as listedOf } from './listed.ts';

const listed = (fields: object) =>
  listedOf({
    conversation_id: '0190a5c2-7e1b-7c3d-8f4a-1b2c3d4e5f60',
    created_at: 10,
    last_message_at: 100,
    fields: fields as Record<string, readonly [boolean | string, number]>,
  });

test('a conversation without a title still has a name', () => {
  expect(listed({ title: ['Snakes', 5] }).title).toBe('Snakes');
  for (const fields of [{}, { title: ['  ', 5] }, { title: [true, 5] }]) {
    expect(listed(fields).title).toBe('New conversation');
  }
});

test('a deleted conversation stays deleted, unless it has a newer message', () => {
  expect(listed({ deleted: [true, 100] }).deletedAt).toBe(100);
  expect(listed({ deleted: [true, 99] }).deletedAt).toBeNull();
  expect(listed({ deleted: [false, 200] }).deletedAt).toBeNull();
});

test('an archived, deleted or erased conversation is not active', () => {
  expect(isActive(listed({}))).toBe(true);
  expect(isActive(listed({ pinned: [true, 5] }))).toBe(true);
  for (const name of ['archived', 'deleted', 'erased']) {
    expect(isActive(listed({ [name]: [true, 200] }))).toBe(false);
  }
});

const one = { ...listed({ title: ['one', 1] }), id: 'one' };
const two = { ...listed({ title: ['two', 1] }), id: 'two' };
const read = (list: List, all: ListedConversation[]) => afterChange(list, { type: 'read', all });
const changed = (list: List, ...all: [string, ListedConversation | undefined][]) =>
  afterChange(list, { type: 'changed', changed: new Map(all) });

test('unchanged conversations stay the same objects, and so does an unchanged list', () => {
  const before = [one, two];
  expect(read(null, before)).toBe(before);
  expect(read(null, [])).toEqual([]);
  expect(read(before, [{ ...one }, { ...two }])).toBe(before);
  const renamed = read(before, [{ ...one }, { ...two, title: 'three' }]);
  expect(renamed?.[0]).toBe(one);
  expect(renamed?.[1]?.title).toBe('three');
  expect(read(before, [{ ...two }, { ...one }])).toEqual([two, one]);
  expect(read(before, [{ ...one }])).toEqual([one]);
});

test('a changed conversation goes to its place, and nothing else is rendered again', () => {
  const before = [one, two];
  expect(changed(before, ['one', { ...one }], ['gone', undefined])).toBe(before);
  const newer = { ...two, lastMessageAt: one.lastMessageAt + 1 };
  const after = changed(before, ['two', newer]);
  expect(after).toEqual([newer, one]);
  expect(after?.[1]).toBe(one);
  expect(changed(before, ['one', undefined])).toEqual([two]);
  expect(changed(before, ['three', { ...one, id: 'three' }])).toHaveLength(3);
});

test('until it was read, a change is none; another person starts with none', () => {
  expect(changed(null, ['one', one])).toBeNull();
  expect(afterChange([one], { type: 'left' })).toBeNull();
});
