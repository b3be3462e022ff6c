import 'fake-indexeddb/auto';
import { newId } from '@polylogue/sync';
import { IDBFactory } from 'fake-indexeddb';
import fc from 'fast-check';
import { type IDBPDatabase, openDB } from 'idb';
import { beforeEach, expect, test, vi } from 'vitest';
import { nextBatch } from '../exchange/push.ts';
import { databaseName, indexedDbStorage } from '../storage/indexed-db.ts';
import { readSnapshot } from '../storage/snapshots.ts';
import { listReader } from '../store/list-reader.ts';
import { storeOver } from '../store/store.ts';
import {
  chunk,
  conversation,
  id,
  message,
  message_id,
  record,
  rubbish,
  spoiled,
  usage,
} from '../testing/rubbish.ts';
import { readConversation, readMessage, readRecord } from './readable.ts';
import { keyOfRecord } from './record-rows.ts';

const good = '0190a5c2-7e1b-7c3d-8f4a-000000000002';
const name = databaseName(null);

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory());
});

async function withRubbish(fill: (db: IDBPDatabase) => Promise<unknown>) {
  const storage = await indexedDbStorage(name);
  const store = storeOver({ storage, now: () => 10 });
  await store.create(
    { conversation_id: good, message_id: newId(), parent_id: null, role: 'user', body: 'Good' },
    { title: ['Good', 5] },
  );
  const db = await openDB(name);
  await fill(db).catch(() => {});
  db.close();
  return store;
}

/** As the pages do: the list of the sidebar and of /conversations, a conversation with its files, and what is sent. */
async function opened(store: Awaited<ReturnType<typeof withRubbish>>) {
  const shown: unknown[] = [];
  await listReader(
    Promise.resolve(store),
    (list) => shown.push(list),
    () => {},
  ).refresh([]);
  expect(shown.length).toBeGreaterThan(0);
  const list = await store.list();
  for (const { last_message_at, created_at } of list) {
    new Date(last_message_at).toISOString();
    new Date(created_at).toISOString();
  }
  const messages = await store.messages(id);
  expect((await store.tail(id, 60)).messages).toEqual(messages);
  await store.storage.read((trx) => trx.files(message_id));
  await store.filesToSend();
  await store.hasPending();
  await store.pendingConversations();
  await store.exportConversation(id);
  for (const { fields } of await store.records()) JSON.stringify(fields);
  await store.exportRecords();
  await store.cursor();
  await store.history();
  await readSnapshot(store.storage, 'room');
  JSON.stringify((await nextBatch(store.storage))?.push);
  store.close();
  return { list, messages };
}

test('whatever a row holds, everything else is shown, and what can be read of it', async () => {
  const rows = fc.record({
    conversations: fc.option(spoiled(conversation, ['conversation_id'])),
    messages: fc.option(spoiled(message, ['conversation_id', 'message_id'])),
    chunks: fc.option(spoiled(chunk, ['message_id', 'run_id', 'offset', 'reasoning_offset'])),
    usage: fc.option(spoiled(usage, ['usage_id'])),
    records: fc.option(spoiled(record, [])),
    files: rubbish,
    meta: fc.tuple(
      fc.constantFrom(
        'cursor',
        'history',
        'unsent-files',
        'unsent-record-files',
        'files-listed',
        'snapshots',
        'snapshot room',
      ),
      rubbish,
    ),
  });
  await fc.assert(
    fc.asyncProperty(rows, async ({ conversations, messages, chunks, usage, records, files, meta }) => {
      vi.stubGlobal('indexedDB', new IDBFactory());
      const store = await withRubbish(async (db) => {
        for (const [name, row] of Object.entries({ conversations, messages, chunks, usage })) {
          if (row) await db.put(name, row).catch(() => {});
        }
        for (const place of ['record', 'pending-record']) {
          await db.put('meta', records ?? files, `${place} ${keyOfRecord(record)}`).catch(() => {});
        }
        await db.put('files', files, [message_id, 'part 0']).catch(() => {});
        await db.put('files', files, [message_id, 'thumbnail 0']).catch(() => {});
        await db.put('meta', meta[1], meta[0]).catch(() => {});
      });
      const { list } = await opened(store);
      expect(list.map(({ conversation_id }) => conversation_id)).toContain(good);
    }),
  );
});

test('a message without a role or a text is left out and counted, and can be thrown away', async () => {
  const store = await withRubbish(async (db) => {
    await db.put('conversations', conversation);
    await db.put('messages', message);
    await db.put('messages', { conversation_id: id, message_id: newId() });
  });
  expect(await store.messages(id)).toMatchObject([{ message_id }]);
  expect(await store.unreadableIn(id)).toBe(1);
  await store.discardUnreadableIn(id, true);
  expect(await store.unreadableIn(id)).toBe(0);
  expect(await store.messages(id)).toMatchObject([{ message_id }]);
  expect(await store.partOf(id)).toBe('some');
});

test('a conversation whose id is none is counted, and can be thrown away', async () => {
  const store = await withRubbish((db) =>
    db.put('conversations', { conversation_id: 'x', last_message_at: 5 }),
  );
  expect(await store.list()).toHaveLength(1);
  expect(await store.unreadable()).toBe(1);
  await store.discardUnreadable();
  expect(await store.unreadable()).toBe(0);
  expect(await store.list()).toHaveLength(1);
});

test('the last messages are as many as asked for, however much rubbish is among them', async () => {
  const store = await withRubbish(async (db) => {
    await db.put('conversations', conversation);
    for (let at = 1; at <= 6; at += 1) {
      await db.put('messages', { ...message, message_id: newId() });
      await db.put('messages', { conversation_id: id, message_id: newId() });
    }
  });
  const { messages, more } = await store.tail(id, 4);
  expect(messages).toHaveLength(4);
  expect(more).toBe(true);
});

test('what a newer version has added stays, and a date that is none is the time of the id', () => {
  expect(readConversation({ ...conversation, colour: 'green' })).toMatchObject({ colour: 'green' });
  const made = '018bcfe5-6800-7000-8000-000000000000';
  expect(readConversation({ conversation_id: made, last_message_at: 'soon' })).toMatchObject({
    created_at: 1_700_000_000_000,
    last_message_at: 1_700_000_000_000,
  });
  expect(readMessage({ ...message, details: { ...message.details, tools: [1] } })?.details).toEqual({
    ...message.details,
    tools: [1],
  });
  const later = { ...record, pending: { smell: [['roses'], 5] as const }, version: 2 };
  expect(readRecord(later)).toEqual(later);
});

test('a row as this version writes it is read unchanged', () => {
  expect(readConversation(conversation)).toEqual(conversation);
  expect(readMessage(message)).toEqual(message);
  expect(readRecord(record)).toEqual(record);
});
