import { expect, test } from 'vitest';
import { openEdits } from '../../messages/index.ts';
import type { Room } from '../engine/room.ts';
import { editLast } from './edit-last.ts';

test('the last message of a person is opened for editing, and nobody else’s, none deleted and no answer [SPACE-37]', () => {
  const rows = [
    { message_id: 'first', kind: 'post', by_id: 'ada', deleted_at: null, body: 'Cake?' },
    { message_id: 'last', kind: 'post', by_id: 'ada', deleted_at: null, body: 'Tea?' },
    { message_id: 'deleted', kind: 'post', by_id: 'ada', deleted_at: 1, body: '' },
    { message_id: 'answer', kind: 'turn', by_id: 'ada', deleted_at: null, body: 'Tea.' },
    { message_id: 'other', kind: 'post', by_id: 'ben', deleted_at: null, body: 'Yes' },
  ] as Partial<Room['rows'][number]>[] as Room['rows'];
  const edits = openEdits();
  expect(editLast({ rows, waiting: [] }, 'ada', edits)).toBe(true);
  expect(edits.read()).toMatchObject({ last: { text: 'Tea?', isOpen: true, isNew: true } });
  expect(editLast({ rows, waiting: [] }, 'eve', edits)).toBe(false);
  // The one on its way is the last, and cannot be edited yet.
  const waiting = [{ body: 'Coffee?' }] as Partial<Room['waiting'][number]>[] as Room['waiting'];
  expect(editLast({ rows, waiting }, 'ada', edits)).toBe(false);
});
