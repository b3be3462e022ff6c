import { expect, test } from 'vitest';
import { memoryStorage } from './memory-storage.ts';
import { putSnapshot, readSnapshot, removeSnapshots } from './snapshots.ts';

test('a stored snapshot can be read, and a newer one replaces it', async () => {
  const storage = memoryStorage();
  await putSnapshot(storage, 'room', { posts: 1 }, 1);
  await putSnapshot(storage, 'room', { posts: 2 }, 2);
  expect(await readSnapshot(storage, 'room')).toEqual({ posts: 2 });
  expect(await readSnapshot(storage, 'other')).toBeUndefined();
});

test('forty are stored; those stored longest ago make room', async () => {
  const storage = memoryStorage();
  for (let at = 0; at < 50; at++) await putSnapshot(storage, `room ${at}`, at, at);
  await putSnapshot(storage, 'room 10', 'again', 100);
  const found = await Promise.all(Array.from({ length: 50 }, (_, at) => readSnapshot(storage, `room ${at}`)));
  expect(found.slice(0, 10)).toEqual(Array.from({ length: 10 }));
  expect(found.slice(10)).not.toContain(undefined);
});

test('one, some or all of them are removed', async () => {
  const storage = memoryStorage();
  for (const name of ['a', 'b', 'c']) await putSnapshot(storage, name, name, 1);
  await removeSnapshots(storage, (name) => name === 'a');
  expect(await readSnapshot(storage, 'a')).toBeUndefined();
  expect(await readSnapshot(storage, 'b')).toBe('b');
  await removeSnapshots(storage);
  expect(await readSnapshot(storage, 'b')).toBeUndefined();
});
