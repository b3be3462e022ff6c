import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { takePrefetched } from '../api/prefetched.ts';
import { emptyConversation } from '../features/sync/rows/rows.ts';
import { databaseName, indexedDbStorage } from '../features/sync/storage/indexed-db.ts';
import { prefetch } from './prefetch.ts';

const id = '0190a5c2-7e1b-7c3d-8f4a-000000000001';
const address = `/api/v1/conversations/${id}?tail=120`;
const asked = vi.fn<typeof fetch>();
let entries: Record<string, string>;

const tokenFor = (seconds: number) =>
  `head.${btoa(JSON.stringify({ sub: 'anna', sid: 's', exp: Math.floor(Date.now() / 1000) + seconds }))}.end`;

beforeEach(() => {
  entries = { access_token: tokenFor(600) };
  asked.mockReset().mockImplementation(async () => new Response('{}'));
  vi.stubGlobal('indexedDB', new IDBFactory());
  vi.stubGlobal('location', { pathname: `/chat/${id}` });
  vi.stubGlobal('localStorage', { getItem: (name: string) => entries[name] ?? null });
  vi.stubGlobal('fetch', asked);
});
afterEach(() => {
  globalThis.polyloguePrefetched = undefined;
  vi.resetModules();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const bearer = () => ({ headers: { authorization: `Bearer ${entries.access_token}` } });
const response = async () => await globalThis.polyloguePrefetched?.[0]?.response;

/** Stores the conversation in this browser, with these fields different from a new one. */
async function stored(change: Partial<ReturnType<typeof emptyConversation>>) {
  const storage = await indexedDbStorage(databaseName('anna'));
  await storage.write((trx) => trx.putConversation({ ...emptyConversation(id, 1), ...change }));
  storage.close();
}

const synced = (seq: number, is_purged = false) => ({
  conversation_id: id,
  seq,
  created_at: 1,
  last_message_at: 1,
  messages: 1,
  fields: {},
  erased_until: null,
  is_purged,
});

test('the end of a conversation that is not in this browser is requested once, with the access token, and the app uses the response', async () => {
  prefetch();
  await vi.waitFor(() => expect(asked).toHaveBeenCalledExactlyOnceWith(address, bearer()));
  expect(takePrefetched('/api/v1/conversations', bearer())).toBeUndefined();
  expect(takePrefetched(address, { ...bearer(), method: 'POST' })).toBeUndefined();
  expect(await takePrefetched(address, bearer())).toBeInstanceOf(Response);
  expect(takePrefetched(address, bearer())).toBeUndefined();
});

test('the app makes exactly the same request as the first script', async () => {
  prefetch();
  await response();
  vi.resetModules();
  const { syncApi } = await import('../features/sync/exchange/sync-api.ts');
  const reply = await syncApi('anna').tail(id, new AbortController().signal);
  expect(reply).toEqual({});
  expect(asked).toHaveBeenCalledOnce();
});

test('a room, its posts and the account are requested exactly as the app does', async () => {
  vi.stubGlobal('location', { pathname: `/spaces/${id}` });
  prefetch();
  await Promise.all((globalThis.polyloguePrefetched ?? []).map(({ response }) => response));
  vi.resetModules();
  const { call } = await import('../api/index.ts');
  const { roomApi } = await import('../features/room/engine/room-api.ts');
  const api = roomApi(id, call);
  const { signal } = new AbortController();
  await Promise.all([api.messages(undefined, signal), api.space(signal), call('GET /api/v1/user/me', {})]);
  expect(asked).toHaveBeenCalledTimes(3);
  // The next time it is asked anew.
  await api.space(signal);
  expect(asked).toHaveBeenCalledTimes(4);
});

test('a response to another sign-in is not used', () => {
  prefetch();
  expect(takePrefetched(address, { headers: { authorization: 'Bearer another' } })).toBeUndefined();
});

test('a database that does not exist is not created: the app does that', async () => {
  prefetch();
  await response();
  const storage = await indexedDbStorage(databaseName('anna'));
  expect(await storage.read((trx) => trx.conversations())).toEqual([]);
  storage.close();
});

test.each([
  ['complete', { is_complete: true, synced: synced(3) }, 0],
  ['here with its end', { is_complete: false, tail_seq: 3, synced: synced(3) }, 0],
  ['written to since on another device', { is_complete: false, tail_seq: 2, synced: synced(3) }, 1],
  ['only named in the list', { is_complete: false, synced: synced(3) }, 1],
  ['deleted for good', { is_complete: true, synced: synced(3, true) }, 1],
])('for a conversation that is %s, no more is asked than needed', async (_, row, times) => {
  await stored(row);
  prefetch();
  expect((await response()) === null).toBe(times === 0);
  expect(asked).toHaveBeenCalledTimes(times);
});

test.each([
  ['without a sign-in', () => delete entries.access_token],
  ['with a garbage token', () => (entries.access_token = 'a.b.c')],
  ['with a token that is about to expire', () => (entries.access_token = tokenFor(29))],
  ['with one that has expired by the server’s clock', () => (entries['polylogue.clock_offset'] = '580000')],
  ['at another address', () => vi.stubGlobal('location', { pathname: '/chat' })],
  ['without access to storage', () => vi.stubGlobal('localStorage', undefined)],
])('%s, nothing is asked', async (_, change) => {
  change();
  prefetch();
  await response();
  expect(asked).not.toHaveBeenCalled();
});

test('storage that never responds does not delay the request for long', async () => {
  vi.useFakeTimers();
  vi.stubGlobal('indexedDB', { open: () => ({}) });
  prefetch();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(asked).toHaveBeenCalledOnce();
});

test('a prefetched response that does not arrive can be aborted like any other', async () => {
  asked.mockImplementation(() => new Promise(() => {}));
  prefetch();
  const control = new AbortController();
  const answer = takePrefetched(address, { ...bearer(), signal: control.signal });
  control.abort(new Error('Nothing came.'));
  await expect(answer).rejects.toThrow('Nothing came.');
});

test('without a connection the app makes its own request', async () => {
  asked.mockRejectedValue(new TypeError('Failed to fetch'));
  prefetch();
  expect(await takePrefetched(address, bearer())).toBeNull();
});
