import { expect, test } from 'vitest';
import { conversationOf, isActive } from './conversation.ts';

const listed = (fields: object) =>
  conversationOf({
    conversation_id: '0190a5c2-7e1b-7c3d-8f4a-1b2c3d4e5f60',
    created_at: 10,
    last_message_at: 100,
    fields: fields as Record<string, readonly [boolean | string, number]>,
    is_pending: false,
    is_complete: true,
  });

test('a conversation without a title has a name all the same', () => {
  expect(listed({ title: ['Snakes', 5] }).title).toBe('Snakes');
  for (const fields of [{}, { title: ['  ', 5] }, { title: [true, 5] }]) {
    expect(listed(fields).title).toBe('New conversation');
  }
});

test('what was deleted is deleted, unless something was said in it since', () => {
  expect(listed({ deleted: [true, 100] }).deletedAt).toBe(100);
  expect(listed({ deleted: [true, 99] }).deletedAt).toBeNull();
  expect(listed({ deleted: [false, 200] }).deletedAt).toBeNull();
});

test('what is archived, deleted or erased is not among those that go on', () => {
  expect(isActive(listed({}))).toBe(true);
  expect(isActive(listed({ pinned: [true, 5] }))).toBe(true);
  for (const name of ['archived', 'deleted', 'erased']) {
    expect(isActive(listed({ [name]: [true, 200] }))).toBe(false);
  }
});
