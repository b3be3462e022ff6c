import { newId, partName } from '@polylogue/sync';
import { expect, onTestFinished, test, vi } from 'vitest';
import { acknowledge } from '../exchange/acknowledge.ts';
import { pull } from '../exchange/pull.ts';
import { nextBatch } from '../exchange/push.ts';
import { storeOver } from '../store/store.ts';
import { MemoryServer } from '../testing/memory-server.ts';
import { evict, makeRoom, sweep } from './capacity.ts';
import { memoryStorage } from './memory-storage.ts';

async function start() {
  let time = 1_000;
  const now = () => ++time;
  const storage = memoryStorage();
  const store = storeOver({ storage, now });
  const server = new MemoryServer(now, 10);
  async function ask() {
    const ids = { conversation_id: newId(), message_id: newId() };
    await store.create({ ...ids, parent_id: null, role: 'user', body: 'Hi' }, {});
    return ids.conversation_id;
  }
  async function push() {
    for (let batch = await nextBatch(storage); batch; batch = await nextBatch(storage))
      await acknowledge(storage, batch, server.push(batch.push), now());
  }
  const parts = (ids: string[]) => Promise.all(ids.map((id) => store.partOf(id)));
  return { storage, store, server, ask, push, parts };
}

test('conversations not opened for longest go first, and stay in the list', async () => {
  const { storage, store, ask, push, parts } = await start();
  const ids = [await ask(), await ask(), await ask()] as const;
  await push();
  await store.markOpened(ids[0]);
  expect(await evict(storage, new Set(), (rows) => rows.slice(2))).toEqual([ids[1]]);
  expect(await parts([...ids])).toEqual(['all', 'some', 'all']);
  expect(await store.messages(ids[1])).toEqual([]);
  expect(await store.list()).toHaveLength(3);
});

test('a conversation that is open, or not in the account yet, is never removed', async () => {
  const { storage, ask, push, parts } = await start();
  const open = await ask();
  await push();
  const unsent = await ask();
  expect(await makeRoom(storage, new Set([open]))).toEqual([]);
  expect(await parts([open, unsent])).toEqual(['all', 'all']);
});

test('files that are not in the account yet stay with their conversation, and others are removed with it', async () => {
  const { storage, store, ask, push } = await start();
  const conversation_id = await ask();
  const [{ message_id = '' } = {}] = await store.messages(conversation_id);
  await store.addFiles(conversation_id, message_id, { [partName(0)]: { type: 'text', text: 'Notes' } });
  await push();
  expect(await makeRoom(storage, new Set())).toEqual([]);
  expect(await evict(storage, new Set(), (rows) => rows)).toEqual([]);
  await store.fileSent({ conversation_id, message_id, place: 0 });
  expect(await evict(storage, new Set(), (rows) => rows)).toEqual([conversation_id]);
  expect(await store.file(message_id, partName(0))).toBeUndefined();
});

test('removing half of what can go makes room', async () => {
  const { storage, ask, push } = await start();
  for (let at = 0; at < 4; at += 1) await ask();
  await push();
  expect(await makeRoom(storage, new Set())).toHaveLength(2);
});

test('nothing is swept away that a restored server lacks, or while the server cannot be asked', async () => {
  const { storage, store, server, ask, push } = await start();
  const { signal } = new AbortController();
  const pullNow = () => pull(store, server.api(), signal);
  await pullNow();
  const restore = server.backup();
  for (let count = 0; count < 203; count++) await ask();
  await push();
  await pullNow();
  const away = () => Promise.reject(new Error('The server is away'));
  await expect(sweep(storage, new Set(), away)).rejects.toThrow('away');
  restore();
  expect(await sweep(storage, new Set(), pullNow)).toEqual([]);
  await push();
  expect(await sweep(storage, new Set(), pullNow)).toHaveLength(3);
});

/** The browser says that it stores so many megabytes here. */
function storing(megabytes: number) {
  vi.stubGlobal('navigator', { storage: { estimate: async () => ({ usage: megabytes * 1024 * 1024 }) } });
  onTestFinished(() => void vi.unstubAllGlobals());
}

test('no conversation is removed for what would stay anyway, such as the files of folders', async () => {
  const { storage, store, ask, push } = await start();
  for (let at = 0; at < 4; at += 1) await ask();
  await push();
  const file = { type: 'file', name: 'a.pdf', mediaType: 'application/pdf', data: 'AAAA' } as const;
  await store.writeRecords([{ kind: 'file', record_id: 'r', values: { name: 'a.pdf', folder: 'f' }, file }]);
  storing(270);
  for (const _ of [1, 2]) expect(await sweep(storage, new Set(), async () => {})).toEqual([]);
});

/** Conversations with files of so many megabytes; the first was opened last. */
async function withFiles(...megabytes: number[]) {
  const it = await start();
  const ids: string[] = [];
  for (const size of megabytes) {
    const conversation_id = await it.ask();
    const message_id = newId();
    await it.store.create(
      {
        conversation_id,
        message_id,
        parent_id: null,
        role: 'user',
        details: { files: [{ name: 'a.pdf', media_type: 'application/pdf', size: size * 1024 * 1024 }] },
        files: { [partName(0)]: { type: 'text', text: 'Much more than this' } },
      },
      {},
    );
    await it.store.fileSent({ conversation_id, message_id, place: 0 });
    ids.push(conversation_id);
  }
  await it.push();
  const [first = '', ...others] = ids;
  await it.store.markOpened(first);
  return { ...it, first, others };
}

test('above 200 MB the conversations not opened for longest go until the others fit, and then no more', async () => {
  const { storage, others } = await withFiles(60, 60, 60);
  storing(240);
  expect(await sweep(storage, new Set(), async () => {})).toEqual([others[0]]);
  expect(await sweep(storage, new Set(), async () => {})).toEqual([]);
});

test('a conversation that is too large by itself goes alone, though it was opened last', async () => {
  const { storage, first } = await withFiles(160, 10, 10);
  storing(240);
  expect(await sweep(storage, new Set(), async () => {})).toEqual([first]);
});
