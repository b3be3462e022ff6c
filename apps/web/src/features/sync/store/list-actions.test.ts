import { newId } from '@polylogue/sync';
import { expect, test, vi } from 'vitest';
import { memoryStorage } from '../storage/memory-storage.ts';
import { fieldsOfAction, type ListAction } from './list-actions.ts';
import { storeOver } from './store.ts';

const row = { fields: {}, last_message_at: 50 };

test.each<[ListAction, object]>([
  [
    { type: 'rename', title: '  Two\n words ' },
    { title: ['Two words', 100], titled_by_hand: [true, 100] },
  ],
  [{ type: 'rename', title: '\u200b \u2800' }, {}],
  [{ type: 'move', folder: 'f' }, { folder: ['f', 100] }],
  [{ type: 'move', folder: null }, { folder: [null, 100] }],
  [{ type: 'pin' }, { pinned: [true, 100] }],
  [{ type: 'unpin' }, { pinned: [false, 100] }],
  [{ type: 'archive' }, { archived: [true, 100] }],
  [{ type: 'unarchive' }, { archived: [false, 100] }],
  [{ type: 'delete' }, { deleted: [true, 100] }],
  [{ type: 'restore' }, { deleted: [false, 100] }],
  [{ type: 'erase' }, { erased: [true, 100] }],
])('%o changes its fields', (action, fields) => {
  expect(fieldsOfAction(action, row, 100)).toEqual(fields);
});

test('a title has at most 200 characters, and no half letters', () => {
  const { title } = fieldsOfAction({ type: 'rename', title: `${'a'.repeat(199)}🌍` }, row, 100);
  expect(title?.[0]).toBe('a'.repeat(199));
});

test('deleting a conversation also deletes messages dated by a fast clock', () => {
  const ahead = { ...row, last_message_at: 5_000 };
  expect(fieldsOfAction({ type: 'delete' }, ahead, 100)).toEqual({ deleted: [true, 5_000] });
  expect(fieldsOfAction({ type: 'erase' }, ahead, 100)).toEqual({ erased: [true, 5_000] });
});

test('a later action wins over a value dated by a fast clock', () => {
  const deleted = { fields: { deleted: [true, 5_000] as const }, last_message_at: 50 };
  expect(fieldsOfAction({ type: 'restore' }, deleted, 100)).toEqual({ deleted: [false, 5_001] });
});

test('several conversations are changed at once, which is told once, and missing ones are skipped', async () => {
  const changed = vi.fn();
  let time = 10;
  const store = storeOver({ storage: memoryStorage(), now: () => time, changed });
  const ids = [newId(), newId()];
  for (const id of ids) await store.setFields(id, { title: ['One', 1] });
  changed.mockClear();
  time = 20;
  await store.applyAction([...ids, newId()], { type: 'pin' });
  const list = await store.list();
  expect(list.map(({ fields }) => fields.pinned)).toEqual([
    [true, 20],
    [true, 20],
  ]);
  expect(changed.mock.calls).toEqual([[ids, 'here']]);
});

test('of thousands of conversations all are changed or none: a tab that is closed half way leaves them as they were [CONV-15]', async () => {
  const store = storeOver({ storage: memoryStorage(), now: () => 10 });
  const ids = Array.from({ length: 300 }, () => newId());
  for (const id of ids) await store.setFields(id, { title: ['One', 1] });
  let changed = 0;
  const closing = store.changeFields(ids, () => {
    changed += 1;
    if (changed === 250) throw new Error('The tab is closed.');
    return { deleted: [true, 20] };
  });
  await expect(closing).rejects.toThrow('closed');
  const left = await store.list();
  expect(left.filter(({ fields }) => fields.deleted)).toEqual([]);

  await store.applyAction(ids, { type: 'delete' });
  const deleted = await store.list();
  expect(deleted.filter(({ fields }) => fields.deleted)).toHaveLength(300);
});
