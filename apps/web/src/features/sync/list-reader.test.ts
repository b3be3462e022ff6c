import { newId } from '@polylogue/sync';
import { expect, test } from 'vitest';
import { afterChange, type List } from '../conversation/list/list.ts';
import { listReader } from './list-reader.ts';
import { memoryStorage } from './memory-storage.ts';
import { storeOver } from './store.ts';

test('of thousands of conversations that change at once, the list is read as a whole', async () => {
  const store = storeOver({ storage: memoryStorage(), now: () => 10 });
  const ids = Array.from({ length: 300 }, () => newId());
  for (const id of ids) await store.setFields(id, { title: ['Before', 1] });
  let alone = 0;
  let list: List = null;
  const counting: typeof store = {
    ...store,
    conversation(id) {
      alone += 1;
      return store.conversation(id);
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
  expect(alone).toBe(0);

  await store.setFields(ids[0] ?? '', { title: ['Alone', 3] });
  await reader.refresh(ids.slice(0, 1));
  expect(titles().sort()).toEqual(['After', 'Alone']);
  expect(alone).toBe(1);
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
