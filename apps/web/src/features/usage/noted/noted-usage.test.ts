import type { UsageRecord } from '@polylogue/contract';
import { expect, test } from 'vitest';
import { noteUsage, storeNoted, storeOrNote } from './noted-usage.ts';

function memory() {
  const entries = new Map<string, string>();
  return {
    entries,
    names: () => [...entries.keys()],
    read: (name: string) => entries.get(name) ?? null,
    write: (name: string, value: string) => entries.size < entries.set(name, value).size,
    remove: (name: string) => void entries.delete(name),
  };
}

const record = (usage_id: string) => ({ usage_id, provider: 'openai', usd_micros: 12 }) as UsageRecord;

test('what an answer used is noted as its page is left, and stored by the next page of that account', async () => {
  const storage = memory();
  noteUsage(storage, 'me', record('one'));
  noteUsage(storage, 'me', record('two'));
  noteUsage(storage, 'somebody else', record('three'));
  const stored: UsageRecord[] = [];
  await storeNoted(storage, 'me', async (one) => stored.push(one));
  expect(stored).toEqual([record('one'), record('two')]);
  expect(storage.entries.size).toBe(1);
});

test('what cannot be stored stays noted, and the rest is stored', async () => {
  const storage = memory();
  noteUsage(storage, 'me', record('one'));
  noteUsage(storage, 'me', record('two'));
  const stored: string[] = [];
  await storeNoted(storage, 'me', async ({ usage_id }) => {
    if (usage_id === 'one') throw new Error('The disk is full.');
    stored.push(usage_id);
  });
  expect(stored).toEqual(['two']);
  expect(storage.names()).toEqual(['polylogue.noted_usage.me.one']);
});

test('what could not be stored when it was used is noted, unless somebody else uses this browser by then', async () => {
  const storage = memory();
  const store = async () => {
    throw new Error('The disk is full.');
  };
  await storeOrNote(storage, 'me', record('one'), { store, isCurrent: () => true });
  await storeOrNote(storage, 'me', record('two'), { store, isCurrent: () => false });
  await storeOrNote(storage, 'me', record('three'), { store: async () => {}, isCurrent: () => true });
  expect(storage.names()).toEqual(['polylogue.noted_usage.me.one']);
});
