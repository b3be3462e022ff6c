import { newId } from '@polylogue/sync';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { FeedFrame, FeedWatcher } from '../../../api/live-frames.ts';
import { memoryStorage } from '../storage/memory-storage.ts';
import { storeOver } from '../store/store.ts';
import { MemoryServer } from '../testing/memory-server.ts';
import { type LoopNeeds, type SyncState, syncLoop } from './loop.ts';
import type { SyncFailure } from './pull.ts';
import type { Push } from './push.ts';

/** A browser whose server gives the answers the test provides. */
function start(more: Partial<LoopNeeds> = {}) {
  const store = storeOver({ storage: memoryStorage(), now: () => 1 });
  const states: SyncState[] = [];
  const pushed: Push[] = [];
  const timers: (() => void)[] = [];
  let seq = 0;
  const api: LoopNeeds['api'] = {
    async push(push) {
      pushed.push(push);
      seq += 1;
      return {
        head: seq,
        conversations: push.conversations.map(({ conversation_id }) => ({
          conversation_id,
          seq,
          previous_seq: seq - 1,
        })),
        refused_usage: [],
        records: push.records.map(({ kind, record_id }) => ({ kind, record_id, seq })),
        messages: push.messages.map(({ message_id, append }) => ({
          message_id,
          seq,
          run_id: append?.run_id ?? null,
          body_length: (append?.offset ?? 0) + (append?.text.length ?? 0),
          reasoning_length: 0,
          is_ended: append?.ended_at !== undefined,
        })),
      };
    },
    list: async () => ({ conversations: [], next: null, head: 0 }),
    changes: (after, wait, signal) =>
      wait === 0
        ? Promise.resolve({ conversations: [], records: [], head: after, more: false })
        : new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    records: async () => ({ records: [], next: null }),
    messages: async () => ({ messages: [], next: null, seq: 0 }),
    tail: () => failing('missing'),
    ...more.api,
  };
  const loop = syncLoop({
    store,
    failureOf: (error) => (error as { failure?: SyncFailure }).failure ?? 'away',
    now: () => 1,
    random: () => 0,
    after(_, work) {
      timers.push(work);
      return () => {};
    },
    isVisible: () => true,
    onState: (state) => states.push(state),
    ...more,
    api,
  });
  onTestFinished(loop.stop);
  const ask = async () => {
    const ids = { conversation_id: newId(), message_id: newId() };
    await store.create({ ...ids, parent_id: null, role: 'user', body: 'Hi' }, {});
    return ids;
  };
  return { store, api, loop, states, pushed, timers, ask };
}

const failing = (failure?: string): Promise<never> =>
  Promise.reject(Object.assign(new Error('no'), { failure }));

test('pending changes are pushed, then it waits for changes', async () => {
  const { ask, loop, states, pushed } = start();
  await vi.waitFor(() => expect(loop.state()).toBe('polling'));
  await ask();
  loop.wake();
  await vi.waitFor(() => expect(pushed).toHaveLength(1));
  await vi.waitFor(() => expect(states.slice(-3)).toEqual(['pushing', 'pulling', 'polling']));
});

test('after a first push, changes are requested from the beginning', async () => {
  const asked: number[] = [];
  const changes: LoopNeeds['api']['changes'] = async (after, wait) => {
    asked.push(after);
    if (wait > 0) await new Promise(() => {});
    return { conversations: [], records: [], head: after, more: false };
  };
  let isVisible = false;
  const { ask, loop, pushed } = start({ isVisible: () => isVisible, api: { changes } as LoopNeeds['api'] });
  await ask();
  loop.wake();
  await vi.waitFor(() => expect(pushed).toHaveLength(1));
  isVisible = true;
  loop.wake();
  await vi.waitFor(() => expect(loop.state()).toBe('polling'));
  await vi.waitFor(() => expect(asked).toEqual([0, 0]));
});

test('after the server’s database was restored from a backup, everything stored here is sent again', async () => {
  const server = new MemoryServer(() => 1, 50);
  const restore = server.backup();
  const { ask, loop, store } = start({ api: server.api() });
  const [first, second] = [await ask(), await ask()];
  loop.wake();
  await vi.waitFor(async () => expect(await store.cursor()).toBe(server.head));
  const { history } = server;
  await vi.waitFor(async () => expect(await store.history()).toBe(history));
  const inAccount = () => [...server.messages.values()].map(({ body }) => body);
  expect(inAccount()).toEqual(['Hi', 'Hi']);
  restore();
  // Another device was first: the number this browser knows was passed again.
  for (const title of ['a', 'b', 'c']) {
    const conversation = { conversation_id: first.conversation_id, created_at: 1 };
    const fields = { title: [title, 1] as [string, number] };
    server.push({ conversations: [{ ...conversation, fields }], messages: [], records: [], usage: [] });
  }
  expect(server.head).toBe(3);
  loop.wake();
  await vi.waitFor(async () => expect(await store.hasPending()).toBe(true));
  loop.wake();
  await vi.waitFor(() => expect(inAccount()).toEqual(['Hi', 'Hi']));
  await vi.waitFor(async () => expect(await store.hasPending()).toBe(false));
  expect(await store.messages(second.conversation_id)).toHaveLength(1);
});

test('a server that has less than before was restored, whether it says so or not', async () => {
  const server = new MemoryServer(() => 1, 50);
  const restore = server.backup();
  const { ask, loop, store } = start({
    api: {
      ...server.api(),
      changes: async (...args) => ({ ...(await server.api().changes(...args)), history: undefined }),
    },
  });
  await ask();
  loop.wake();
  await vi.waitFor(async () => expect(await store.cursor()).toBe(1));
  restore();
  loop.wake();
  await vi.waitFor(async () => expect(await store.hasPending()).toBe(true));
  loop.wake();
  await vi.waitFor(() => expect(server.messages.size).toBe(1));
  await vi.waitFor(async () => expect(await store.hasPending()).toBe(false));
});

test('a hidden tab pushes what it has and then rests', async () => {
  const { ask, loop, pushed } = start({ isVisible: () => false });
  await vi.waitFor(() => expect(loop.state()).toBe('paused'));
  await ask();
  loop.wake();
  await vi.waitFor(() => expect(pushed).toHaveLength(1));
  await vi.waitFor(() => expect(loop.state()).toBe('paused'));
});

test('a server that does not answer is retried after a pause, or when woken', async () => {
  let isAway = true;
  const list = () => (isAway ? failing() : Promise.resolve({ conversations: [], next: null, head: 0 }));
  const { loop, timers } = start({ api: { ...start().api, list } });
  await vi.waitFor(() => expect(loop.state()).toBe('backoff'));
  timers[0]?.();
  await vi.waitFor(() => expect(timers).toHaveLength(2));
  isAway = false;
  loop.wake();
  await vi.waitFor(() => expect(loop.state()).toBe('polling'));
});

test('after the end of a sign-in nothing more is requested', async () => {
  const asked = vi.fn(() => failing('signed-out'));
  const { loop } = start({ api: { ...start().api, list: asked } });
  await vi.waitFor(() => expect(loop.state()).toBe('signed-out'));
  loop.wake();
  await new Promise((later) => setTimeout(later));
  expect(loop.state()).toBe('signed-out');
  expect(asked).toHaveBeenCalledOnce();
});

test('one row that the server rejects does not hold up the others', async () => {
  const { api } = start();
  const taken: string[] = [];
  const wrong = newId();
  const { store, loop } = start({
    isVisible: () => false,
    api: {
      ...api,
      push(push, signal) {
        const ids = push.messages.map(({ message_id }) => message_id);
        if (ids.includes(wrong)) return failing('refused');
        taken.push(...ids);
        return api.push(push, signal);
      },
    },
  });
  const conversation_id = newId();
  const ids = [newId(), wrong, newId()];
  for (const message_id of ids) {
    await store.create({ conversation_id, message_id, parent_id: null, role: 'user', body: 'Hi' }, {});
  }
  loop.wake();
  await vi.waitFor(() => expect(taken).toEqual([ids[0], ids[2]]));
  await vi.waitFor(() => expect(loop.state()).toBe('paused'));
});

test('of 300 messages, one that the server rejects is soon found, and the others go together', async () => {
  const { api } = start();
  const server = new MemoryServer(() => 1, 50);
  const store = storeOver({ storage: memoryStorage(), now: () => 1 });
  const conversation_id = newId();
  const ids = Array.from({ length: 300 }, () => newId());
  for (const message_id of ids) {
    await store.create({ conversation_id, message_id, parent_id: null, role: 'user', body: 'Hi' }, {});
  }
  let requests = 0;
  start({
    store,
    isVisible: () => false,
    api: {
      ...api,
      async push(push) {
        requests += 1;
        return push.messages.some(({ message_id }) => message_id === ids[150])
          ? failing('refused')
          : server.push(push);
      },
    },
  });
  await vi.waitFor(() => expect(server.messages.size).toBe(299), 5_000);
  expect(requests).toBeLessThan(40);
});

test('what an older server does not know stays pending here, lets the rest pass, and is sent once a newer one is there', async () => {
  const { api, pushed } = start();
  const conversation_id = newId();
  const message = { conversation_id, message_id: newId(), parent_id: null, role: 'user' as const };
  const usage_id = newId();
  const storage = memoryStorage();
  const store = storeOver({ storage, now: () => 1 });
  const needs = { store, isVisible: () => false };
  const { loop } = start({
    ...needs,
    api: {
      ...api,
      push(push, signal) {
        const isNew =
          push.conversations.some(({ fields }) => 'starred' in fields) ||
          push.usage.some((record) => 'seconds' in record);
        return isNew ? failing('refused') : api.push(push, signal);
      },
    },
  });
  await store.create({ ...message, body: 'Hi' }, { title: ['Hi', 1], starred: [true, 1] });
  const record = { usage_id, conversation_id, message_id: message.message_id, seconds: 3 };
  await storage.write((trx) => trx.putUsage(record as never));
  loop.wake();
  await vi.waitFor(async () => expect(await storage.read((trx) => trx.pendingMessages(9))).toEqual([]));
  expect(pushed[0]?.conversations[0]?.fields).toEqual({ title: ['Hi', 1] });
  await store.setFields(conversation_id, { title: ['Hello', 2] });
  loop.wake();
  await vi.waitFor(() => expect(pushed.at(-1)?.conversations[0]?.fields).toEqual({ title: ['Hello', 2] }));
  await vi.waitFor(() => expect(loop.state()).toBe('paused'));
  const listed = async () => (await store.list())[0];
  expect(await listed()).toMatchObject({
    fields: { title: ['Hello', 2], starred: [true, 1] },
    is_pending: true,
  });
  loop.stop();

  const later = start(needs);
  await vi.waitFor(() => expect(later.pushed.flatMap(({ usage }) => usage)).toMatchObject([{ usage_id }]));
  expect(later.pushed.flatMap(({ conversations }) => conversations)).toMatchObject([
    { fields: { starred: [true, 1] } },
  ]);
  const fields = { title: ['Hello', 2], starred: [true, 1] };
  await vi.waitFor(async () => expect(await listed()).toMatchObject({ fields, is_pending: false }));
});

test('while a conversation is open, changes made elsewhere are fetched', async () => {
  const { api } = start();
  const conversation_id = newId();
  const conversation = {
    conversation_id,
    seq: 7,
    created_at: 1,
    last_message_at: 1,
    messages: 1,
    fields: {},
    erased_until: null,
    is_purged: false,
  };
  const message = {
    message_id: newId(),
    seq: 7,
    parent_id: null,
    role: 'user' as const,
    created_at: 1,
    body: 'Hi',
    reasoning: '',
    details: null,
    fields: {},
    run_id: null,
    ended_at: 1,
  };
  const open = new Set<string>();
  const { store, loop } = start({
    open: () => open,
    api: {
      ...api,
      list: async () => ({ conversations: [conversation], next: null, head: 7 }),
      messages: async () => ({ messages: [message], next: null, seq: 7 }),
    },
  });
  await vi.waitFor(() => expect(loop.state()).toBe('polling'));
  expect(await store.messages(conversation_id)).toEqual([]);
  open.add(conversation_id);
  loop.wake();
  await vi.waitFor(async () => expect(await store.messages(conversation_id)).toHaveLength(1));
  expect(await store.partOf(conversation_id)).toBe('all');
});

/** A socket controlled by the test. */
function fakeSocket() {
  let isOpen = false;
  let watcher: FeedWatcher | undefined;
  return {
    isOpen: () => isOpen,
    watch(_: string, wanted: FeedWatcher) {
      watcher = wanted;
      return () => {
        watcher = undefined;
      };
    },
    become(open: boolean) {
      isOpen = open;
      watcher?.onSwitch();
    },
    deliver: (frame: FeedFrame) => watcher?.onFrame(frame),
    after: () => watcher?.after(),
    isWatched: () => watcher !== undefined,
  };
}

function startWithSocket(more: Partial<LoopNeeds['api']> = {}) {
  const { api, pushed } = start();
  const onNews = vi.fn();
  const asked: { after: number; wait: number }[] = [];
  const socket = fakeSocket();
  const started = start({
    onNews,
    socket: () => socket,
    api: {
      ...api,
      changes(after, wait, signal) {
        asked.push({ after, wait });
        return api.changes(after, wait, signal);
      },
      ...more,
    },
  });
  const conversation = (seq: number) => ({
    conversation_id: newId(),
    seq,
    created_at: 1,
    last_message_at: 1,
    messages: 0,
    fields: {},
    erased_until: null,
    is_purged: false,
  });
  const feed = (before: number, seq: number): FeedFrame => ({
    type: 'feed',
    feed: 'account',
    before,
    seq,
    rows: { conversations: [conversation(seq)] },
  });
  return { ...started, pushed, socket, asked, feed, onNews };
}

test('while the socket is open, changes come over it, and nothing is polled', async () => {
  const { loop, store, socket, asked, feed } = startWithSocket();
  await vi.waitFor(() => expect(asked).toEqual([{ after: 0, wait: 25 }]));
  // The pending poll is cancelled, and what was missed until now is fetched.
  socket.become(true);
  await vi.waitFor(() => expect(asked).toEqual([...[{ after: 0, wait: 25 }], { after: 0, wait: 0 }]));
  for (let seq = 1; seq <= 3; seq++) socket.deliver(feed(seq - 1, seq));
  // A repeated or older frame changes nothing.
  socket.deliver(feed(1, 2));
  socket.deliver(feed(2, 4));
  await vi.waitFor(async () => expect(await store.cursor()).toBe(4));
  expect(await store.list()).toHaveLength(4);
  expect(socket.after()).toBe(4);
  expect(asked).toHaveLength(2);
  expect(loop.state()).toBe('polling');
});

test('a gap, a hint and a resync are fetched', async () => {
  let head = 0;
  const { store, socket, asked, feed } = startWithSocket({
    async changes(after, wait, signal) {
      asked.push({ after, wait });
      if (wait > 0) await new Promise((_, reject) => signal.addEventListener('abort', reject));
      return { conversations: [], records: [], head, more: false };
    },
  });
  const cursorIs = (seq: number) => vi.waitFor(async () => expect(await store.cursor()).toBe(seq));
  await vi.waitFor(() => expect(asked).toHaveLength(1));
  socket.become(true);
  await vi.waitFor(() => expect(asked).toHaveLength(2));
  head = 5;
  socket.deliver(feed(4, 5));
  await cursorIs(5);
  socket.deliver({ type: 'hint', feed: 'account', seq: 5 });
  head = 7;
  socket.deliver({ type: 'hint', feed: 'account', seq: 7 });
  await cursorIs(7);
  // The server has less than it said: its database was restored from a backup.
  head = 2;
  socket.deliver({ type: 'resync', feed: 'account' });
  await cursorIs(2);
  expect(asked.slice(2)).toEqual([0, 5, 7, 0].map((after) => ({ after, wait: 0 })));
});

test('news of notifications are reported once, whether they come over the socket, by a poll or after an absence', async () => {
  let [head, notifications_seq] = [0, 0];
  const polls: (() => void)[] = [];
  const { socket, asked, onNews } = startWithSocket({
    async changes(after, wait, signal) {
      asked.push({ after, wait });
      if (wait > 0)
        await new Promise<void>((resolve, reject) => {
          polls.push(resolve);
          signal.addEventListener('abort', reject);
        });
      return { conversations: [], records: [], head, more: false, notifications_seq };
    },
  });
  await vi.waitFor(() => expect(polls).toHaveLength(1));
  expect(onNews).toHaveBeenCalledTimes(0);
  [head, notifications_seq] = [5, 5];
  polls[0]?.();
  await vi.waitFor(() => expect(onNews).toHaveBeenCalledTimes(1));
  await vi.waitFor(() => expect(polls).toHaveLength(2));
  [head, notifications_seq] = [6, 6];
  socket.become(true);
  await vi.waitFor(() => expect(onNews).toHaveBeenCalledTimes(2));
  const frame = { type: 'feed', feed: 'account', before: 6, seq: 7 } as const;
  socket.deliver({ ...frame, rows: { conversations: [], notifications: [7] } });
  await vi.waitFor(() => expect(onNews).toHaveBeenCalledTimes(3));
  socket.deliver({ ...frame, rows: { conversations: [], notifications: [7] } });
  socket.deliver({ ...frame, before: 7, seq: 8, rows: { conversations: [] } });
  [head, notifications_seq] = [9, 7];
  socket.deliver({ type: 'hint', feed: 'account', seq: 9 });
  await vi.waitFor(() => expect(asked.at(-1)?.after).toBe(8));
  expect(onNews).toHaveBeenCalledTimes(3);
});

test('in a browser that fetches the list for the first time, notifications may have come in between', async () => {
  const { onNews } = startWithSocket({
    list: async () => ({ conversations: [], next: null, head: 2 }),
  });
  await vi.waitFor(() => expect(onNews).toHaveBeenCalledTimes(1));
});

test('when the socket is lost, it polls again until there is another one', async () => {
  const { socket, asked, loop } = startWithSocket();
  await vi.waitFor(() => expect(asked).toHaveLength(1));
  socket.become(true);
  await vi.waitFor(() => expect(asked).toHaveLength(2));
  socket.become(false);
  await vi.waitFor(() => expect(asked.at(-1)).toEqual({ after: 0, wait: 25 }));
  loop.stop();
  expect(socket.isWatched()).toBe(false);
});

test('local changes are pushed without delay, with or without a socket', async () => {
  const { socket, asked, loop, ask, pushed } = startWithSocket();
  await vi.waitFor(() => expect(asked).toHaveLength(1));
  socket.become(true);
  await vi.waitFor(() => expect(asked).toHaveLength(2));
  await ask();
  loop.wake();
  await vi.waitFor(() => expect(pushed).toHaveLength(1));
});

/** A question with a file, stored here. */
async function askWithFile(store: ReturnType<typeof start>['store'], message_id = 'm', data = 'AAAA') {
  const part = { type: 'file', name: 'cat.png', mediaType: 'image/png', data } as const;
  await store.create(
    {
      conversation_id: 'c',
      message_id,
      parent_id: null,
      role: 'user',
      body: 'Who is this?',
      details: { files: [{ name: 'cat.png', media_type: 'image/png', size: 3 }] },
      files: { 'part 0': part, 'thumbnail 0': {} },
    },
    {},
  );
}

test('a file is uploaded to the account after its message, once', async () => {
  const sent: unknown[] = [];
  const { store, loop, pushed } = start({
    async putFile(of, file) {
      sent.push([pushed.length, of, file.name, file.type, await file.bytes()]);
    },
  });
  await askWithFile(store);
  expect(await store.hasPending()).toBe(true);
  loop.wake();
  await vi.waitFor(async () => expect(await store.hasPending()).toBe(false));
  expect(sent).toEqual([
    [1, { conversation_id: 'c', message_id: 'm', place: 0 }, 'cat.png', 'image/png', new Uint8Array(3)],
  ]);
});

test('a file added while another is being uploaded follows it', async () => {
  const sent: (() => void)[] = [];
  const { store, loop } = start({ putFile: () => new Promise<void>((done) => sent.push(done)) });
  await askWithFile(store);
  loop.wake();
  await vi.waitFor(() => expect(sent).toHaveLength(1));
  await askWithFile(store, 'n');
  loop.wake();
  await vi.waitFor(async () => expect(await store.storage.read((trx) => trx.pendingMessages(9))).toEqual([]));
  await vi.waitFor(() => expect(loop.state()).toBe('polling'));
  sent[0]?.();
  await vi.waitFor(() => expect(sent).toHaveLength(2));
});

test('a hidden tab rests only once its files are uploaded', async () => {
  const sent: (() => void)[] = [];
  const calledOff = vi.fn();
  let hidden = 0;
  let isVisible = true;
  const { store, loop } = start({
    isVisible: () => isVisible,
    onState: (state) => state === 'paused' && loop.stop(),
    onHidden: () => {
      hidden += 1;
    },
    putFile: (_, __, signal) => {
      signal.addEventListener('abort', calledOff);
      return new Promise<void>((done) => sent.push(done));
    },
  });
  await askWithFile(store);
  loop.wake();
  await vi.waitFor(() => expect(sent).toHaveLength(1));
  isVisible = false;
  loop.wake();
  await vi.waitFor(() => expect(hidden).toBe(1));
  await new Promise((later) => setTimeout(later));
  expect(calledOff).not.toHaveBeenCalled();
  sent[0]?.();
  await vi.waitFor(() => expect(loop.state()).toBe('paused'));
  expect(await store.hasPending()).toBe(false);
});

test('the file of a folder is uploaded after its record, and again once its deletion is undone [FOLDER-03]', async () => {
  const sent: unknown[] = [];
  const { store, loop, pushed } = start({
    async putFile(of, file) {
      sent.push([pushed.length, of, file.name, await file.bytes()]);
    },
  });
  const record = { kind: 'file', record_id: 'r' };
  const file = { type: 'file', name: 'a.pdf', mediaType: 'application/pdf', data: 'AAAA' } as const;
  await store.writeRecords([{ ...record, values: { name: 'a.pdf', folder: 'f' }, file }]);
  expect(await store.hasPending()).toBe(true);
  loop.wake();
  await vi.waitFor(async () => expect(await store.hasPending()).toBe(false));
  expect(sent).toEqual([[1, { record_id: 'r' }, 'a.pdf', new Uint8Array(3)]]);
  await store.writeRecords([{ ...record, values: { name: null, deleted: true } }]);
  await store.writeRecords([{ ...record, values: { name: 'a.pdf', deleted: false } }]);
  loop.wake();
  await vi.waitFor(() => expect(sent).toHaveLength(2));
});

test('the file of a folder that was removed and brought back during its upload is uploaded again [FOLDER-03]', async () => {
  const record = { kind: 'file', record_id: 'r' };
  const file = { type: 'file', name: 'a.pdf', mediaType: 'application/pdf', data: 'AAAA' } as const;
  const pauses: (() => void)[] = [];
  const uploads: PromiseWithResolvers<void>[] = [];
  const { store, loop, pushed } = start({
    after(ms, end) {
      if (ms >= 15_000) pauses.push(end);
      return () => {};
    },
    putFile() {
      uploads.push(Promise.withResolvers());
      return uploads.at(-1)?.promise ?? Promise.resolve();
    },
  });
  await store.writeRecords([{ ...record, values: { name: 'a.pdf', folder: 'f' }, file }]);
  loop.wake();
  await vi.waitFor(() => expect(uploads).toHaveLength(1));
  await store.writeRecords([{ ...record, values: { name: null, deleted: true } }]);
  loop.wake();
  await vi.waitFor(() => expect(pushed).toHaveLength(2));
  await store.writeRecords([{ ...record, values: { name: 'a.pdf', deleted: false } }]);
  uploads[0]?.reject(Object.assign(new Error('no'), { failure: 'missing' }));
  await vi.waitFor(() => expect(pauses).toHaveLength(1));
  loop.wake();
  await vi.waitFor(() => expect(pushed).toHaveLength(3));
  pauses[0]?.();
  await vi.waitFor(() => expect(uploads).toHaveLength(2));
  uploads[1]?.resolve();
  await vi.waitFor(async () => expect(await store.hasPending()).toBe(false));
});

test.each([
  ['has no room for', 'quota-used', { isFull: true, hasPending: true }],
  ['does not accept', 'refused', { isFull: false, hasPending: true }],
  ['cannot take while the server is full', 'full', { isFull: false, hasPending: true }],
  ['does not know the message of', 'missing', { isFull: false, hasPending: false }],
] as const)('a file that the account %s is not sent again and again', async (_, failure, outcome) => {
  let tries = 0;
  const store = storeOver({ storage: memoryStorage(), now: () => 1 });
  const needs: Partial<LoopNeeds> = {
    store,
    async putFile() {
      tries += 1;
      throw Object.assign(new Error(), { failure });
    },
  };
  await askWithFile(store);
  const first = start(needs);
  await vi.waitFor(async () => {
    const [isFull, hasPending] = [await store.isFull(), await store.hasPending()];
    expect({ isFull, hasPending }).toEqual(outcome);
    expect(tries).toBe(1);
  });
  await vi.waitFor(() => expect(first.loop.state()).toBe(outcome.isFull ? 'full' : 'polling'));
  first.loop.stop();
  // It is still here.
  expect(await store.file('m', 'part 0')).toBeDefined();
  // Not even when the tab is shown again, unless it is much later.
  const again = start(needs);
  await vi.waitFor(() => expect(again.loop.state()).toBe(outcome.isFull ? 'full' : 'polling'));
  again.loop.stop();
  expect(tries).toBe(1);
  start({ ...needs, now: () => 4_000_000 });
  if (outcome.hasPending) await vi.waitFor(() => expect(tries).toBe(2));
});

test('an account is no longer full once the conversation of the file for which it had no room is gone', async () => {
  const { store, loop } = start({ putFile: () => failing('quota-used') });
  await askWithFile(store);
  loop.wake();
  await vi.waitFor(() => expect(loop.state()).toBe('full'));
  await store.setFields('c', { deleted: [true, 2] });
  await store.forget('c');
  loop.wake();
  await vi.waitFor(async () => expect(await store.isFull()).toBe(false));
});

test('a file for which an account had no room is sent once something else was deleted for good', async () => {
  let hasRoom = false;
  const { store, loop } = start({ putFile: async () => (hasRoom ? undefined : failing('quota-used')) });
  await askWithFile(store);
  await store.setFields('other', { title: ['Other', 1] });
  loop.wake();
  await vi.waitFor(() => expect(loop.state()).toBe('full'));
  hasRoom = true;
  await store.setFields('other', { erased: [true, 2] });
  loop.wake();
  await vi.waitFor(async () => expect(await store.hasPending()).toBe(false));
  await vi.waitFor(() => expect(loop.state()).toBe('polling'));
});

test('in a full account, deleting for good what it never took is not tried again and again', async () => {
  const { store, loop, pushed } = start({
    api: {
      ...start().api,
      async push(push) {
        pushed.push(push);
        if (pushed.length > 20) return failing('signed-out');
        const refused = 'quota-used' as const;
        return {
          head: 0,
          conversations: push.conversations.map((row) => ({ ...row, seq: 0, previous_seq: 0, refused })),
          messages: [],
          records: push.records?.map((row) => ({ ...row, seq: 0, refused })),
          refused_usage: [],
        };
      },
    },
  });
  const record = { kind: 'prompt', record_id: 'p' };
  await store.writeRecords([{ ...record, values: { name: 'Plan', text: 'Plan a trip' } }]);
  await store.setFields('c', { title: ['Trip', 1] });
  loop.wake();
  await vi.waitFor(() => expect(loop.state()).toBe('full'));
  await store.writeRecords([{ ...record, values: { name: null, text: null, deleted: true } }]);
  await store.setFields('c', { erased: [true, 2] });
  const before = pushed.length;
  loop.wake();
  await vi.waitFor(() => expect(pushed.length).toBeGreaterThan(before));
  await vi.waitFor(() => expect(loop.state()).toBe('full'));
  expect(pushed.length - before).toBeLessThan(3);
});

test('a file that is larger than an account takes is not sent at all, and the account is not full', async () => {
  const putFile = vi.fn(async () => {});
  const { store, loop } = start({ putFile });
  await askWithFile(store, 'm', 'A'.repeat(35_000_000));
  await askWithFile(store, 'n');
  loop.wake();
  await vi.waitFor(() => expect(putFile).toHaveBeenCalledOnce());
  await vi.waitFor(async () => expect(await store.filesToSend()).toHaveLength(1));
  expect([await store.isFull(), await store.hasPending()]).toEqual([false, true]);
});

test('files stored before the account accepted any are sent, too', async () => {
  const sent: string[] = [];
  const { store, loop } = start({
    async putFile(of) {
      if ('message_id' in of) sent.push(of.message_id);
    },
  });
  await askWithFile(store);
  await store.storage.write((trx) => trx.putMeta('unsent-files', []));
  loop.wake();
  await vi.waitFor(() => expect(sent).toEqual(['m']));
});

test('when the socket opens again the server is there: the next round does not wait for the end of a pause', async () => {
  let isAway = false;
  const { loop, socket } = startWithSocket({
    changes: (after, wait, signal) => {
      if (isAway) return failing();
      if (wait === 0) return Promise.resolve({ conversations: [], records: [], head: after, more: false });
      return new Promise((_, reject) => signal.addEventListener('abort', reject));
    },
  });
  await vi.waitFor(() => expect(loop.state()).toBe('polling'));
  socket.become(true);
  isAway = true;
  socket.become(false);
  await vi.waitFor(() => expect(loop.state()).toBe('backoff'));
  isAway = false;
  socket.become(true);
  await vi.waitFor(() => expect(loop.state()).toBe('polling'));
});

/** What another device has written. */
const elsewhere = (conversation_id = newId()) => ({
  conversation_id,
  seq: 7,
  created_at: 1,
  last_message_at: 1,
  messages: 0,
  fields: {},
  erased_until: null,
  is_purged: false,
});

test('a push that keeps failing does not hold up what comes from other devices', async () => {
  const { api } = start();
  const list = async () => ({ conversations: [elsewhere()], next: null, head: 7 });
  const { store, ask, loop } = start({ api: { ...api, push: () => failing('away'), list } });
  await ask();
  loop.wake();
  await vi.waitFor(async () => expect(await store.list()).toHaveLength(2));
  await vi.waitFor(() => expect(loop.state()).toBe('backoff'));
  expect(await store.hasPending()).toBe(true);
});

test('a server that is full still gets deletions, which make room', async () => {
  const { api } = start();
  const taken: Push[] = [];
  const { store, ask, loop } = start({
    isVisible: () => false,
    api: {
      ...api,
      push(push, signal) {
        if (push.messages.some(({ create }) => create) || push.usage.length > 0) return failing('full');
        taken.push(push);
        return api.push(push, signal);
      },
    },
  });
  const known = elsewhere();
  await store.pulled([known], null);
  await ask();
  await store.setFields(known.conversation_id, { deleted: [true, 2] });
  loop.wake();
  await vi.waitFor(() => expect(taken).toHaveLength(1));
  expect(taken[0]).toMatchObject({
    conversations: [{ conversation_id: known.conversation_id }],
    messages: [],
    usage: [],
  });
  await vi.waitFor(() => expect(loop.state()).toBe('full'));
});

test.each(['message', 'conversation'] as const)(
  'a %s that is denied on the way to the server stays here, and holds up no other',
  async (what) => {
    const taken: string[] = [];
    const requests: Push[] = [];
    const server = new MemoryServer(() => 1, 50);
    const { store, ask, loop } = start({
      api: {
        ...server.api(),
        push(push, signal) {
          requests.push(push);
          const ids = [...push.messages, ...push.conversations].map((row) =>
            what === 'message' && 'message_id' in row ? row.message_id : row.conversation_id,
          );
          if (ids.includes(wrong)) return failing('denied');
          taken.push(...push.messages.map(({ message_id }) => message_id));
          return server.api().push(push, signal);
        },
      },
    });
    const asked = [await ask(), await ask(), await ask()];
    const wrong = (what === 'message' ? asked[1]?.message_id : asked[1]?.conversation_id) ?? '';
    loop.wake();
    await vi.waitFor(() => expect(taken).toEqual([asked[0]?.message_id, asked[2]?.message_id]));
    await vi.waitFor(() => expect(loop.state()).toBe('polling'));
    expect(await store.hasPending()).toBe(true);
    // Not with every round.
    const before = requests.length;
    const { message_id } = await ask();
    loop.wake();
    await vi.waitFor(() => expect(taken.at(-1)).toBe(message_id));
    expect(requests).toHaveLength(before + 1);
  },
);

test('where everything is denied, rows are not tried one by one without end', async () => {
  let requests = 0;
  const { store, loop } = start({
    api: {
      ...start().api,
      push() {
        requests += 1;
        return failing('denied');
      },
    },
  });
  for (let at = 0; at < 30; at += 1) await store.setFields(newId(), { pinned: [true, 1] });
  loop.wake();
  await vi.waitFor(() => expect(loop.state()).toBe('backoff'));
  expect(requests).toBeLessThan(15);
});

test('files that could not be sent are tried again after a while, later each time until one is sent, and hold up no other', async () => {
  const pauses: { ms: number; end(): void }[] = [];
  const tried: string[] = [];
  let isAway = true;
  const { store, loop } = start({
    after(ms, end) {
      if (ms >= 15_000) pauses.push({ ms, end });
      return () => {};
    },
    async putFile(of) {
      const id = 'message_id' in of ? of.message_id : '';
      tried.push(id);
      if (isAway) throw new Error('away');
    },
  });
  await askWithFile(store);
  loop.wake();
  await vi.waitFor(() => expect(pauses).toHaveLength(1));
  await askWithFile(store, 'n');
  // Whatever else is sent meanwhile.
  for (const _ of [1, 2, 3]) {
    loop.wake();
    await new Promise((later) => setTimeout(later));
  }
  await vi.waitFor(() => expect(tried).toEqual(['m', 'n']));
  for (const count of [2, 3, 4, 5, 6]) {
    pauses.at(-1)?.end();
    await vi.waitFor(() => expect(pauses).toHaveLength(count));
  }
  expect(tried).toHaveLength(12);
  expect(pauses.map(({ ms }) => ms / 1_000)).toEqual([15, 30, 60, 120, 240, 240]);
  isAway = false;
  pauses.at(-1)?.end();
  await vi.waitFor(async () => expect(await store.hasPending()).toBe(false));
  isAway = true;
  await askWithFile(store, 'o');
  loop.wake();
  await vi.waitFor(() => expect(pauses.at(-1)?.ms).toBe(15_000));
});
