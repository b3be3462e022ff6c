import { newId } from '@polylogue/sync';
import { expect, test } from 'vitest';
import { afterChange, type List } from '../../conversation/list/list.ts';
import { memoryStorage } from '../storage/memory-storage.ts';
import { listReader } from './list-reader.ts';
import { storeOver } from './store.ts';

test('of thousands of conversations that change at once, the list is read as a whole', async () => {
  const store = storeOver({ storage: memoryStorage(), now: () => 10 });
  const ids = Array.from({ length: 300 }, () => newId());
  for (const id of ids) await store.setFields(id, { title: ['Before', 1] });
  const alone: number[] = [];
  let list: List = null;
  const counting: typeof store = {
    ...store,
    some(few) {
      alone.push(few.length);
      return store.some(few);
    },
  };
  const reader = listReader(
    Promise.resolve(counting),
    (change) => {
      list = afterChange(list, change);
    },
    () => {},
  );
  const titles = () => [...new Set((list as List)?.map(({ title }) => title))];
  await reader.refresh([]);
  expect(titles()).toEqual(['Before']);

  for (const id of ids) await store.setFields(id, { title: ['After', 2] });
  await reader.refresh(ids);
  expect(titles()).toEqual(['After']);
  expect(alone).toEqual([]);

  for (const id of ids.slice(0, 2)) await store.setFields(id, { title: ['Alone', 3] });
  await reader.refresh(ids.slice(0, 2));
  expect(titles().sort()).toEqual(['After', 'Alone']);
  // Together, in one transaction.
  expect(alone).toEqual([2]);
});

test('what changes while the reader asks whether the list is whole is read, too', async () => {
  const store = storeOver({ storage: memoryStorage(), now: () => 10 });
  const id = newId();
  await store.setFields(id, { title: ['Before', 1] });
  let list: List = null;
  let isAsked = false;
  const reader = listReader(
    Promise.resolve({
      ...store,
      async isWhole() {
        if (isAsked) return false;
        // Of those listed: it is asked for once more at the end.
        isAsked = list !== null;
        if (!isAsked) return false;
        await store.setFields(id, { title: ['After', 2] });
        void reader.refresh([id]);
        return false;
      },
    }),
    (change) => {
      list = afterChange(list, change);
    },
    () => {},
  );
  await reader.refresh([]);
  expect((list as List)?.map(({ title }) => title)).toEqual(['After']);
});
