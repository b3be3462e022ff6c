import type { OwnSpace, PostRow } from '@polylogue/contract';
import { expect, test, vi } from 'vitest';
import { FetchError } from '../../../api/index.ts';
import type { SafeStorage } from '../../../lib/state/storage.ts';
import { openRoom } from './open-room.ts';
import { openOutbox } from './outbox.ts';
import type { RoomApi } from './room-api.ts';

const own = { role: 'member', read_number: 0 } as OwnSpace;

function memory(): SafeStorage {
  const kept = new Map<string, string>();
  return {
    read: (name) => kept.get(name) ?? null,
    write: (name, value) => !!kept.set(name, value),
    remove: (name) => void kept.delete(name),
    listen: () => () => {},
  };
}

/** A server of one space in memory; `answers` false: it takes what it is sent, and its answer is lost. */
function space() {
  const taken: PostRow[] = [];
  const state = { isReachable: true, answers: true, refusal: null as FetchError | null, tried: 0 };
  let tell = () => {};
  const row = (message_id: string, body: string): PostRow =>
    ({
      message_id,
      seq: taken.length + 1,
      number: taken.length + 1,
      kind: 'post',
      body,
      reactions: [],
    }) as never;
  const page = () => ({ messages: [...taken], people: [], next: null, view: 'v', head: taken.length });

  async function reach() {
    if (!state.isReachable) throw new TypeError('Failed to fetch');
    if (state.refusal) throw state.refusal;
  }

  const api: RoomApi = {
    async space() {
      await reach();
      return own;
    },
    async messages() {
      await reach();
      return page();
    },
    async changes(after, _, signal) {
      await reach();
      if (taken.length <= after) {
        await new Promise<void>((resolve, reject) => {
          tell = resolve;
          signal.addEventListener('abort', reject);
        });
        await reach();
      }
      const messages = taken.slice(after);
      return {
        ...page(),
        messages,
        space: null,
        members: [],
        sessions: [],
        role: 'member',
        more: false,
      } as never;
    },
    async post({ message_id, body }) {
      state.tried++;
      await reach();
      const known = taken.find((one) => one.message_id === message_id);
      const message = known ?? row(message_id, body);
      if (!known) taken.push(message);
      tell();
      if (!state.answers) throw new TypeError('Failed to fetch');
      return { message, head: taken.length };
    },
    edit: () => Promise.reject(new Error('Nobody edits here.')),
    remove: () => Promise.reject(new Error('Nobody deletes here.')),
    react: () => Promise.reject(new Error('Nobody reacts here.')),
  };
  return { api, taken, state, tell: () => tell() };
}

function open(server: ReturnType<typeof space>, storage = memory()) {
  const rests: (() => void)[] = [];
  let count = 0;
  const room = openRoom({
    api: server.api,
    outbox: openOutbox(storage, 'posts'),
    clock: {
      now: () => 0,
      after(_, then) {
        rests.push(then);
        return () => void rests.splice(rests.indexOf(then), 1);
      },
    },
    newId: () => `m${++count}`,
    random: () => 0.5,
    reasonOf: (error) => (error as FetchError).refused?.message ?? '',
  });
  const stop = room.begin();
  return { room, stop, rests, bodies: () => room.read().rows.map(({ body }) => body) };
}

const settled = (condition: () => void) => vi.waitFor(condition);

test('what is posted without a connection waits, and is sent once when it is back [SPACE-06]', async () => {
  const server = space();
  const storage = memory();
  const { room, stop } = open(server, storage);
  await settled(() => expect(room.read().own).not.toBeNull());
  server.state.isReachable = false;
  room.post('On the train', null);
  await settled(() => expect(server.state.tried).toBe(1));
  expect(room.read().waiting).toMatchObject([{ body: 'On the train', failed: null }]);
  stop();

  // The tab was closed, and another one opens the space.
  server.state.isReachable = true;
  const later = open(server, storage);
  await settled(() => expect(later.bodies()).toEqual(['On the train']));
  await settled(() => expect(later.room.read().waiting).toEqual([]));
  expect(server.taken.length).toBe(1);
  later.stop();
});

test('a post whose answer is lost is there once, however often it is sent [SPACE-06]', async () => {
  const server = space();
  const { room, stop, rests, bodies } = open(server);
  await settled(() => expect(room.read().own).not.toBeNull());
  server.state.answers = false;
  room.post('Once', null);
  await settled(() => expect(rests.length).toBeGreaterThan(0));
  server.state.answers = true;
  room.wake();
  await settled(() => expect(server.state.tried).toBe(2));
  await settled(() => expect([bodies(), room.read().waiting]).toEqual([['Once'], []]));
  expect(server.taken.length).toBe(1);
  stop();
});

test('posts keep the order in which they were written', async () => {
  const server = space();
  const { room, stop } = open(server);
  for (const body of ['One', 'Two', 'Three']) room.post(body, null);
  await settled(() => expect(server.taken.map(({ body }) => body)).toEqual(['One', 'Two', 'Three']));
  stop();
});

test('what the server refuses stays with the reason until it is sent again or deleted [SPACE-06]', async () => {
  const server = space();
  const { room, stop } = open(server);
  await settled(() => expect(room.read().own).not.toBeNull());
  server.state.refusal = new FetchError(403, '', { message: 'You are muted.' });
  room.post('Hello', null);
  await settled(() => expect(room.read().waiting).toMatchObject([{ failed: 'You are muted.' }]));
  server.state.refusal = null;
  room.retry('m1');
  await settled(() => expect(server.taken.map(({ body }) => body)).toEqual(['Hello']));
  await settled(() => expect(room.read().waiting).toEqual([]));
  stop();
});

test('who is removed sees nothing more, and keeps what was not sent [SPACE-07]', async () => {
  const server = space();
  const { room, stop, bodies } = open(server);
  room.post('Before', null);
  await settled(() => expect(bodies()).toEqual(['Before']));
  server.state.refusal = new FetchError(404, '');
  room.post('After', null);
  server.tell();
  await settled(() => expect(room.read().isGone).toBe(true));
  expect(bodies()).toEqual([]);
  await settled(() => expect(room.read().waiting).toMatchObject([{ body: 'After' }]));
  stop();
});
