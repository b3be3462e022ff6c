import 'fake-indexeddb/auto';
import { newId } from '@polylogue/sync';
import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, expect, test, vi } from 'vitest';
import { acknowledge } from '../exchange/acknowledge.ts';
import { pull } from '../exchange/pull.ts';
import { nextBatch } from '../exchange/push.ts';
import { adoptGuestConversationsInto } from '../owner/guest.ts';
import { databaseName, indexedDbStorage } from '../storage/indexed-db.ts';
import { memoryStorage } from '../storage/memory-storage.ts';
import { MemoryServer } from '../testing/memory-server.ts';
import type { ConversationStore } from './store.ts';
import { storeOver } from './store.ts';

const { signal } = new AbortController();
const folder = { kind: 'folder', record_id: newId() };
const named = (store: ConversationStore, name: string) =>
  store.writeRecords([{ ...folder, values: { name } }]);
const names = async (store: ConversationStore) =>
  (await store.records()).map(({ fields }) => fields.name?.[0]);

async function push(store: ConversationStore, server: MemoryServer) {
  const batch = await nextBatch(store.storage);
  if (batch) await acknowledge(store.storage, batch, await server.api().push(batch.push, signal), 10);
}

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory());
});

test('a folder is in the browser at once, in the account when it is pushed, and on the other device', async () => {
  const server = new MemoryServer(() => 10);
  const laptop = storeOver({ storage: await indexedDbStorage(databaseName('ada')), now: () => 10 });
  const phone = storeOver({ storage: memoryStorage(), now: () => 10 });
  await named(laptop, 'Snakes');
  expect(await names(laptop)).toEqual(['Snakes']);
  expect(await laptop.hasPending()).toBe(true);
  await push(laptop, server);
  expect(await laptop.hasPending()).toBe(false);
  await pull(phone, server.api(), signal);
  expect(await names(phone)).toEqual(['Snakes']);
  laptop.close();
});

test('what changes while a push is on its way is pushed next', async () => {
  const server = new MemoryServer(() => 10);
  const store = storeOver({ storage: memoryStorage(), now: () => 10 });
  await named(store, 'First');
  const batch = await nextBatch(store.storage);
  if (!batch) throw new Error('Nothing to push.');
  const reply = await server.api().push(batch.push, signal);
  await named(store, 'Second');
  await acknowledge(store.storage, batch, reply, 10);
  await push(store, server);
  expect([...server.records.values()]).toMatchObject([{ fields: { name: ['Second', 10] } }]);
  expect(await store.hasPending()).toBe(false);
});

test('a browser whose cursor is from before there were records fetches those it has missed [REC-03]', async () => {
  const server = new MemoryServer(() => 10);
  const other = storeOver({ storage: memoryStorage(), now: () => 10 });
  await named(other, 'Snakes');
  await push(other, server);
  const store = storeOver({ storage: memoryStorage(), now: () => 10 });
  await store.storage.write((trx) => trx.putMeta('cursor', server.head));
  await pull(store, server.api(), signal);
  expect(await names(store)).toEqual(['Snakes']);
});

test('what a guest has made is taken along into the account [REC-05]', async () => {
  const guest = storeOver({ storage: await indexedDbStorage(databaseName(null)), now: () => 10 });
  await named(guest, 'Snakes');
  guest.close();
  const account = storeOver({ storage: memoryStorage(), now: () => 10 });
  await adoptGuestConversationsInto(account, () => 10);
  expect(await names(account)).toEqual(['Snakes']);
  expect((await nextBatch(account.storage))?.push.records).toMatchObject([
    { fields: { name: ['Snakes', 10] } },
  ]);
});

test('an account without room keeps what it refuses in the browser, and deleting still goes through', async () => {
  const store = storeOver({ storage: memoryStorage(), now: () => 10 });
  const server = new MemoryServer(() => 10);
  await named(store, 'Snakes');
  const batch = await nextBatch(store.storage);
  if (!batch) throw new Error('Nothing to push.');
  const refused = { ...folder, seq: 0, refused: 'quota-used' as const };
  const reply = { head: 0, conversations: [], messages: [], records: [refused], refused_usage: [] };
  await acknowledge(store.storage, batch, reply, 10);
  expect(await nextBatch(store.storage)).toBeNull();
  expect(await store.isFull()).toBe(true);
  await store.retryRefused();
  await push(store, server);
  expect(await store.hasPending()).toBe(false);
});

test('a guest’s folder comes into the account with its files, which are uploaded [FOLDER-03]', async () => {
  const guest = storeOver({ storage: await indexedDbStorage(databaseName(null)), now: () => 10 });
  const file = { type: 'file', name: 'a.pdf', mediaType: 'application/pdf', data: 'AAAA' } as const;
  const record = { kind: 'file', record_id: newId() };
  await guest.writeRecords([
    { ...folder, values: { name: 'Snakes' } },
    { ...record, values: { name: 'a.pdf', folder: folder.record_id }, file },
  ]);
  guest.close();
  const server = new MemoryServer(() => 10);
  const account = storeOver({ storage: memoryStorage(), now: () => 10 });
  await adoptGuestConversationsInto(account, () => 10);
  expect(await account.fileToSend(record, 10)).toBe('later');
  await push(account, server);
  expect(await account.filesToSend()).toEqual([{ record_id: record.record_id }]);
  expect(await account.fileToSend(record, 10)).toEqual({ part: file, name: 'a.pdf' });
});

test('the content of a deleted file goes a day later, when nothing can bring it back any more [FOLDER-03]', async () => {
  const day = 24 * 60 * 60 * 1000;
  let now = 10;
  const store = storeOver({ storage: memoryStorage(), now: () => now });
  const record = { kind: 'file', record_id: newId() };
  const file = { type: 'text', text: 'Notes' } as const;
  await store.writeRecords([{ ...record, values: { name: 'a.txt' }, file }]);
  await store.writeRecords([{ ...record, values: { name: null, deleted: true } }]);
  const content = () => store.file(record.record_id, 'part 0');
  now += day;
  await store.removeDeletedFiles();
  expect(await content()).toEqual(file);
  now += 1;
  await store.removeDeletedFiles();
  expect(await content()).toBeUndefined();
});

test('a file that another device adds to a folder while it is deleted goes a day after the folder [FOLDER-03]', async () => {
  const day = 24 * 60 * 60 * 1000;
  let now = 10;
  const server = new MemoryServer(() => now);
  const [laptop, phone] = [
    storeOver({ storage: memoryStorage(), now: () => now }),
    storeOver({ storage: memoryStorage(), now: () => now }),
  ];
  await named(laptop, 'Snakes');
  await push(laptop, server);
  await pull(phone, server.api(), signal);
  await laptop.writeRecords([{ ...folder, values: { name: null, deleted: true } }]);
  const file = { kind: 'file', record_id: newId() };
  const values = { name: 'a.txt', folder: folder.record_id };
  await phone.writeRecords([{ ...file, values, file: { type: 'text', text: 'Notes' } }]);
  await push(phone, server);
  await push(laptop, server);
  await pull(laptop, server.api(), signal);
  const files = async () => (await laptop.records()).filter(({ kind }) => kind === 'file').length;
  now += day;
  await laptop.removeDeletedFiles();
  expect(await files()).toBe(1);
  now += 1_000;
  await laptop.removeDeletedFiles();
  expect(await files()).toBe(0);
  await push(laptop, server);
  await pull(phone, server.api(), signal);
  expect(await names(phone)).toEqual([]);
});
