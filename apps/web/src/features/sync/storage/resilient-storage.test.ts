import { expect, test, vi } from 'vitest';
import { changeConversation, emptyConversation } from '../rows/rows.ts';
import { memoryStorage } from './memory-storage.ts';
import { resilientStorage } from './resilient-storage.ts';
import type { Storage } from './storage.ts';

const full = () => Object.assign(new Error('full'), { name: 'QuotaExceededError' });

/** A database that can be closed under its user, and that has room for a limited number of writes. */
function database(room = Number.POSITIVE_INFINITY) {
  const memory = memoryStorage();
  const listeners: (() => void)[] = [];
  let isClosed = false;
  let left = room;
  const storage: Storage = {
    read: (work) =>
      isClosed ? Promise.reject(new DOMException('closed', 'InvalidStateError')) : memory.read(work),
    write(work) {
      if (isClosed) return Promise.reject(new DOMException('closed', 'InvalidStateError'));
      left -= 1;
      return left < 0 ? Promise.reject(full()) : memory.write(work);
    },
    onClosed: (listener) => void listeners.push(listener),
    close() {},
  };
  return {
    storage,
    closeBelow() {
      isClosed = true;
      for (const listener of listeners) listener();
    },
    gain(more: number) {
      left = more;
    },
  };
}

const lostConnection = () => new DOMException('Connection lost', 'UnknownError');

/** A database that cannot be read. */
const lost = (one: ReturnType<typeof database>) => ({
  ...one,
  storage: { ...one.storage, read: () => Promise.reject(lostConnection()) },
});

/** A database that can be read and not written. */
function broken(...ids: string[]) {
  const one = database();
  for (const id of ids) void one.storage.write((trx) => trx.putConversation(emptyConversation(id, 1)));
  const write = () => Promise.reject(new DOMException('An internal error occurred.', 'UnknownError'));
  return { ...one, storage: { ...one.storage, write } };
}

async function start(opened: (ReturnType<typeof database> | null)[], more: { mayReopen?: boolean } = {}) {
  let opensLate: (storage: Storage) => void = () => {};
  const needs = {
    open: vi.fn(async (late: (storage: Storage) => void) => {
      opensLate = late;
      const next = opened.shift();
      if (!next) throw new Error('There is none.');
      return next.storage;
    }),
    mayReopen: () => more.mayReopen ?? true,
    makeRoom: vi.fn(async () => false),
    onMemory: vi.fn(),
    onLate: vi.fn(),
    onClosed: vi.fn(),
  };
  const storage = await resilientStorage(needs);
  const put = (id: string) => storage.write((trx) => trx.putConversation(emptyConversation(id, 1)));
  const ids = () =>
    storage.read(async (trx) => (await trx.conversations()).map(({ conversation_id }) => conversation_id));
  return { storage, needs, put, ids, opensLate };
}

test('if the browser stores nothing, it continues in memory, and says so', async () => {
  const { needs, put, ids } = await start([null]);
  await put('one');
  expect(await ids()).toEqual(['one']);
  expect(needs.onMemory).toHaveBeenCalledOnce();
});

test('a closed database is reopened', async () => {
  const first = database();
  const { needs, put, ids } = await start([first, database()]);
  await put('one');
  first.closeBelow();
  expect(needs.onClosed).toHaveBeenCalledOnce();
  await put('two');
  expect(await ids()).toEqual(['two']);
  expect(needs.onMemory).not.toHaveBeenCalled();
});

test('a database that was erased with a sign-in is not created again', async () => {
  const first = database();
  const state = { mayReopen: true };
  const { needs, put, ids } = await start([first, database()], state);
  state.mayReopen = false;
  first.closeBelow();
  await put('two');
  expect(await ids()).toEqual(['two']);
  expect(needs.open).toHaveBeenCalledOnce();
  expect(needs.onMemory).toHaveBeenCalledOnce();
});

test('a full browser makes room once, and the write succeeds', async () => {
  const small = database(1);
  const { needs, put, ids } = await start([small]);
  await put('one');
  needs.makeRoom.mockImplementationOnce(async () => {
    small.gain(1);
    return true;
  });
  await put('two');
  expect(await ids()).toEqual(['one', 'two']);
  expect(needs.onMemory).not.toHaveBeenCalled();
});

test('if there is no room left, new rows are stored in memory on top of the database', async () => {
  const { needs, storage, put, ids } = await start([database(2)]);
  await put('one');
  await put('two');
  await put('three');
  expect(await ids()).toEqual(['one', 'two', 'three']);
  expect(needs.onMemory).toHaveBeenCalledOnce();
  await storage.write((trx) => trx.removeConversation('one'));
  expect(await ids()).toEqual(['two', 'three']);
});

test('after a broken connection, the write is repeated on another', async () => {
  const second = database();
  const { storage, needs, put, ids } = await start([broken(), second]);
  await put('one');
  expect(await ids()).toEqual(['one']);
  expect(await second.storage.read((trx) => trx.conversations())).toHaveLength(1);
  expect(needs.onMemory).not.toHaveBeenCalled();
  storage.close();
});

test('after a broken connection, a read is repeated on another; if there is none, it fails alone', async () => {
  const first = database();
  const { storage, needs, put, ids } = await start([lost(first), database(), null]);
  expect(await ids()).toEqual([]);
  await put('one');
  expect(await ids()).toEqual(['one']);
  expect(needs.open).toHaveBeenCalledTimes(2);
  await expect(storage.read(() => Promise.reject(lostConnection()))).rejects.toThrow('lost');
  expect(await ids()).toEqual(['one']);
  expect(needs.onMemory).not.toHaveBeenCalled();
});

test('what is in memory on top of a database stays, once the database was closed and is reopened', async () => {
  const first = database(1);
  const second = database(0);
  const { put, ids } = await start([first, second]);
  await put('one');
  await put('two');
  first.closeBelow();
  expect(await ids()).toEqual(['two']);
  await put('three');
  expect(await ids()).toEqual(['two', 'three']);
});

test('if that one is broken as well, new rows are stored in memory on top of it', async () => {
  const { needs, put, ids } = await start([broken(), broken()]);
  await put('one');
  await put('two');
  expect(await ids()).toEqual(['one', 'two']);
  expect(needs.open).toHaveBeenCalledTimes(2);
  expect(needs.onMemory).toHaveBeenCalledOnce();
});

test('if there is no other connection, what was stored before is still there', async () => {
  const { needs, storage, put, ids } = await start([broken('one'), null]);
  await put('two');
  expect(await ids()).toEqual(['one', 'two']);
  expect(needs.onMemory).toHaveBeenCalledOnce();
  storage.close();
});

test('other failures are passed on', async () => {
  const { storage } = await start([database()]);
  await expect(storage.write(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
});

test('a database that opens late is used from then on, together with what was stored in the meantime', async () => {
  const { storage, needs, put, ids, opensLate } = await start([null]);
  await put('meanwhile');
  const late = memoryStorage();
  await late.write(async (trx) => {
    await trx.putConversation(emptyConversation('before', 1));
    await trx.putConversation({ ...emptyConversation('meanwhile', 1), is_complete: false });
  });
  await storage.write((trx) =>
    trx.putConversation(changeConversation(emptyConversation('renamed', 1), { title: ['One', 5] }, 5)),
  );
  opensLate(late);
  expect(await ids()).toEqual(['before', 'meanwhile', 'renamed']);
  expect(needs.onLate).toHaveBeenCalledOnce();
  await put('after');
  const inDatabase = await late.read(async (trx) => [
    (await trx.conversation('renamed'))?.pending,
    (await trx.conversation('after'))?.conversation_id,
  ]);
  expect(inDatabase).toEqual([{ title: ['One', 5] }, 'after']);
});
