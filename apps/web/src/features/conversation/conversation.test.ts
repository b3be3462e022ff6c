import { expect, test } from 'vitest';
import { conversationOf, isActive, shared } from './conversation.ts';

const listed = (fields: object) =>
  conversationOf({
    conversation_id: '0190a5c2-7e1b-7c3d-8f4a-1b2c3d4e5f60',
    created_at: 10,
    last_message_at: 100,
    fields: fields as Record<string, readonly [boolean | string, number]>,
    is_pending: false,
    is_complete: true,
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

test('unchanged conversations stay the same objects, and so does an unchanged list', () => {
  const one = listed({ title: ['one', 1] });
  const two = { ...listed({ title: ['two', 1] }), id: 'two' };
  const before = [one, two];
  expect(shared(null, before)).toBe(before);
  expect(shared(before, [{ ...one }, { ...two }])).toBe(before);
  const renamed = shared(before, [{ ...one }, { ...two, title: 'three' }]);
  expect(renamed[0]).toBe(one);
  expect(renamed[1]?.title).toBe('three');
  expect(shared(before, [{ ...two }, { ...one }])).toEqual([two, one]);
  expect(shared(before, [{ ...one }])).toEqual([one]);
});
