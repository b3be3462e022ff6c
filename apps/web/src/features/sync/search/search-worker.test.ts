import 'fake-indexeddb/auto';
import { newId } from '@polylogue/sync';
import { IDBFactory } from 'fake-indexeddb';
import { expect, onTestFinished, test, vi } from 'vitest';
import { shownMessage } from '../rows/message-rows.ts';
import { databaseName, indexedDbStorage } from '../storage/indexed-db.ts';
import { memoryStorage } from '../storage/memory-storage.ts';
import { type ConversationStore, storeOver } from '../store/store.ts';
import { searchHere } from './search-here.ts';
import type { StoredHit } from './search-stored.ts';

/** The worker runs in this process. */
const page = vi.hoisted(() => {
  type Listener = (event: { data: unknown }) => void;
  const toWorker: Listener[] = [];
  const toPage = new Set<Listener>();
  const post = (listeners: Iterable<Listener>, data: unknown) =>
    queueMicrotask(() => {
      for (const listener of listeners) listener({ data });
    });
  class OwnWorker {
    postMessage = (data: unknown) => post(toWorker, data);
    addEventListener(type: string, listener: Listener, { signal }: { signal: AbortSignal }) {
      if (type !== 'message') return;
      toPage.add(listener);
      signal.addEventListener('abort', () => toPage.delete(listener));
    }
    terminate() {}
  }
  vi.stubGlobal('Worker', OwnWorker);
  vi.stubGlobal('location', { href: 'http://localhost/', origin: 'http://localhost' });
  vi.stubGlobal('addEventListener', (_: string, listener: Listener) => toWorker.push(listener));
  vi.stubGlobal('postMessage', (data: unknown) => post(toPage, data));
  return { toWorker };
});
const owned = vi.hoisted(() => ({ status: 'none', store: undefined as unknown }));
vi.mock('../owner/browser-store.ts', () => ({
  storeOwner: () => null,
  openedStore: async () => owned.store,
  savingStatus: { read: () => owned.status },
}));
// Without what other files in this process have stored.
vi.stubGlobal('indexedDB', new IDBFactory());
await import('./search-worker.ts');

const now = () => 10;

async function add(store: ConversationStore, ...bodies: string[]) {
  for (const body of bodies)
    await store.create(
      { conversation_id: newId(), message_id: newId(), parent_id: null, role: 'user', body },
      { title: ['Pets', 5] },
    );
}

async function find(text: string, more: { isUnsent?: true } = {}) {
  const found: string[] = [];
  const onSearched = (hits: readonly StoredHit[]) => void found.push(...hits.map((one) => one.excerpt.text));
  const outcome = await searchHere(
    { text, filters: {}, ...more },
    onSearched,
    new AbortController().signal,
  ).then(
    () => 'done',
    (error: Error) => error.message,
  );
  return { found, outcome };
}

test('a browser in which nothing was ever stored finds nothing, and makes no database [MSEARCH-13]', async () => {
  expect(await find('cats')).toEqual({ found: [], outcome: 'done' });
  expect(await indexedDB.databases()).toEqual([]);
});

test('a search in the palette does not end that of the page, and one that is no longer wanted ends [MSEARCH-12]', async () => {
  expect(page.toWorker).toHaveLength(1);
  const store = storeOver({ storage: await indexedDbStorage(databaseName(null)), now });
  await add(store, 'cats purr', 'cats sleep', 'dogs bark');

  const found: Record<string, string[]> = { page: [], palette: [], ended: [] };
  const shares: number[] = [];
  const start = (name: string, text: string, signal: AbortSignal) =>
    searchHere(
      { text, filters: {} },
      (hits, share) => {
        found[name]?.push(...hits.map(({ excerpt }) => excerpt.text));
        if (name === 'page') shares.push(share);
      },
      signal,
    );
  const ended = new AbortController();
  const { signal } = new AbortController();
  const searches = [
    start('page', 'cats', signal),
    start('ended', 'cats', ended.signal),
    start('palette', 'dogs', signal),
  ];
  ended.abort();
  await Promise.all([...searches, start('ended', 'cats', ended.signal)]);
  expect(found.page?.sort()).toEqual(['cats purr', 'cats sleep']);
  expect(found).toMatchObject({ palette: ['dogs bark'], ended: [] });
  expect(shares.at(-1)).toBe(1);
});

test('a browser that fails in the middle of a search says so, instead of that there is nothing [MSEARCH-13]', async () => {
  const getAll = vi.spyOn(IDBObjectStore.prototype, 'getAll');
  onTestFinished(() => getAll.mockRestore());
  const broken = () => {
    throw new DOMException('Internal error opening backing store', 'UnknownError');
  };
  getAll.mockImplementationOnce(broken);
  expect(await find('cats')).toEqual({
    found: [],
    outcome: 'Not everything in this browser could be read.',
  });
  expect((await find('cats')).outcome).toBe('done');
});

test('only what has not reached the account is looked through, where the account has been asked [MSEARCH-13]', async () => {
  const storage = await indexedDbStorage(databaseName(null));
  const store = storeOver({ storage, now });
  await add(store, 'zebras wait', 'zebras in the account');
  await storage.write(async (trx) => {
    for (const row of await trx.pendingMessages(100)) {
      const { pending_since, ...rest } = row;
      const { body } = shownMessage(row);
      if (body.includes('account')) await trx.putMessage({ ...rest, body, pending: null });
    }
  });
  expect((await find('zebras')).found).toHaveLength(2);
  expect(await find('zebras', { isUnsent: true })).toEqual({ found: ['zebras wait'], outcome: 'done' });
});

test('what a browser that stores nothing has in memory is found as well [MSEARCH-13]', async () => {
  const store = storeOver({ storage: memoryStorage(), now });
  await add(store, 'cats on this page', 'dogs bark');
  Object.assign(owned, { status: 'memory-only', store });
  expect(await find('cats')).toEqual({ found: ['cats on this page'], outcome: 'done' });
});
