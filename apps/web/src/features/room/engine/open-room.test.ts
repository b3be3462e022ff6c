import type { OwnMarks, OwnSpace, PostRow, SpacePerson, Torch } from '@polylogue/contract';
import { expect, test, vi } from 'vitest';
import { FetchError } from '../../../api/index.ts';
import type { FeedFrame, FeedWatcher, SentFrame, TransientFrame } from '../../../api/live-frames.ts';
import type { ListableStorage } from '../../../lib/state/storage.ts';
import { type AskedTurns, askedTurns } from '../../post/asked-turns.ts';
import { openOutbox, type WaitingPost } from '../../post/outbox.ts';
import { type Posted, sendPost } from '../../post/send-post.ts';
import { apiWith } from '../testing/api-with.ts';
import { people, turnWith } from '../testing/turns.ts';
import { openRoom, type RoomNeeds } from './open-room.ts';
import { firstNew, type RoomSnapshot } from './room.ts';
import type { StoredRoom } from './room-storing.ts';

const own = { role: 'member', read_number: 0 } as OwnSpace;

function memory(): ListableStorage {
  const entries = new Map<string, string>();
  return {
    read: (name) => entries.get(name) ?? null,
    write: (name, value) => !!entries.set(name, value),
    remove: (name) => void entries.delete(name),
    names: () => [...entries.keys()],
    listen: () => () => {},
  };
}

/** A server of one space in memory; with `answers` false it accepts what it is sent, but its answer is lost. */
function space() {
  const taken: PostRow[] = [];
  const state = {
    isReachable: true,
    answers: true,
    refusal: null as FetchError | null,
    tried: 0,
    polls: 0,
    view: 'v',
    people: 0,
    ai_mode: 'always' as OwnSpace['space']['ai_mode'],
    slow_seconds: 0,
    may_post: true,
    /** Missing: an older server does not say it. */
    marks: undefined as OwnMarks | undefined,
  };
  let endPoll = () => {};
  const row = (message_id: string, body: string): PostRow =>
    ({
      message_id,
      seq: taken.length + 1,
      number: taken.length + 1,
      kind: 'post',
      body,
      mentions: [],
      reactions: [],
    }) as never;
  const page = () => ({ messages: [...taken], people: [], next: null, view: state.view, head: taken.length });

  async function reach() {
    if (!state.isReachable) throw new TypeError('Failed to fetch');
    if (state.refusal) throw state.refusal;
  }

  const api = apiWith({
    async space() {
      await reach();
      return {
        ...own,
        people: state.people,
        can: { ...own.can, post: state.may_post },
        space: { ai_mode: state.ai_mode, slow_seconds: state.slow_seconds },
      } as OwnSpace;
    },
    async messages() {
      await reach();
      return page();
    },
    async changes(after, wait, signal) {
      await reach();
      state.polls += 1;
      if (taken.length <= after && wait > 0) {
        await new Promise<void>((resolve, reject) => {
          endPoll = resolve;
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
        own: state.marks,
        more: false,
      } as never;
    },
  });
  /** Takes a post. */
  async function request({ message_id, body }: WaitingPost, _signal?: AbortSignal): Promise<Posted> {
    state.tried++;
    await reach();
    const known = taken.find((one) => one.message_id === message_id);
    const message = known ?? row(message_id, body);
    if (!known) taken.push(message);
    endPoll();
    if (!state.answers) throw new TypeError('Failed to fetch');
    return { message, head: taken.length };
  }

  /** Another member posts. */
  function post(body: string, more: Partial<PostRow> = {}): PostRow {
    const message = { ...row(`o${taken.length}`, body), ...more };
    taken.push(message);
    return message;
  }
  return { api, request, taken, state, post, endPoll: () => endPoll() };
}

/** The receiving end of a socket. */
function socket() {
  const sentFrames: SentFrame[] = [];
  const presences: (boolean | undefined)[] = [];
  let watcher: FeedWatcher | undefined;
  let isOpen = false;
  const wire: ReturnType<NonNullable<RoomNeeds['socket']>> = {
    isOpen: () => isOpen,
    watch(_, one) {
      watcher = one;
      return () => {
        watcher = undefined;
      };
    },
    send: (frame) => isOpen && sentFrames.push(frame) > 0,
    setPresence: (_, { is_visible }) => void presences.push(is_visible),
  };
  return {
    sentFrames,
    presences,
    after: () => watcher?.after(),
    isWatched: () => watcher !== undefined,
    live: () => wire,
    turn(on: boolean) {
      isOpen = on;
      watcher?.onSwitch();
    },
    send: (frame: FeedFrame) => watcher?.onFrame(frame),
    show: (frame: TransientFrame) => watcher?.onTransientFrame?.(frame),
  };
}

function open(
  server: ReturnType<typeof space>,
  storage = memory(),
  socket?: RoomNeeds['socket'],
  stored?: StoredRoom,
  asked?: AskedTurns,
) {
  const rests: (() => void)[] = [];
  const waits: number[] = [];
  let count = 0;
  const outbox = openOutbox(storage, 'posts');
  const reasonOf = (error: unknown) => (error as FetchError).refused?.message ?? '';
  const needs = { outbox, request: server.request, reasonOf, onSentWithoutReply: () => {} };
  const room = openRoom({
    space_id: 's',
    me: 'me',
    ...(socket && { socket }),
    ...(stored && { stored }),
    ...(asked && { asked }),
    api: server.api,
    outbox,
    sendPost: (post, signal) => sendPost(post, { ...needs, signal }),
    clock: {
      now: () => 0,
      after(milliseconds, then) {
        waits.push(milliseconds);
        rests.push(then);
        return () => void rests.splice(rests.indexOf(then), 1);
      },
    },
    serverNow: Date.now,
    newId: () => `m${++count}`,
    random: () => 0.5,
  });
  const stop = room.begin();
  return { room, stop, rests, waits, bodies: () => room.read().rows.map(({ body }) => body) };
}

const plain = { reply_to: null, files: [], is_off_record: false, turn_id: null, wants: null };
const noticeRow = (number: number, kind: 'joined' | 'left', by_id: string) =>
  ({
    ...{ message_id: `notice${number}`, seq: number, number, kind: 'notice', body: '', by_id },
    ...{ mentions: [], reactions: [], notice: { kind, user_id: null, name: null } },
  }) as unknown as PostRow;
const noSpace = new FetchError(404, '', { message: 'Space not found', error: 'not-found' });
const settled = (condition: () => void) => vi.waitFor(condition);

test('a post written without a connection waits, and is sent once the connection is back [SPACE-06]', async () => {
  const server = space();
  const storage = memory();
  const { room, stop } = open(server, storage);
  await settled(() => expect(room.read().own).not.toBeNull());
  server.state.isReachable = false;
  room.post({ ...plain, body: 'On the train' });
  await settled(() => expect(server.state.tried).toBe(1));
  expect(room.read().waiting).toMatchObject([{ body: 'On the train', failed: null }]);
  stop();

  // The tab was closed, and another one opens the space.
  server.state.isReachable = true;
  const reopened = open(server, storage);
  await settled(() => expect(reopened.bodies()).toEqual(['On the train']));
  await settled(() => expect(reopened.room.read().waiting).toEqual([]));
  expect(server.taken.length).toBe(1);
  reopened.stop();
});

test('a question counts as asked in its space and for its model, until its post has joined another one', async () => {
  const server = space();
  const asked = askedTurns(memory(), 'me');
  const { room, stop } = open(server, memory(), undefined, undefined, asked);
  await settled(() => expect(room.read().own).not.toBeNull());
  const wants = { provider: 'openai', model: 'gpt' };
  room.post({ ...plain, body: '@ai What is a torch?', turn_id: 't1', wants });
  expect(asked.begin({ feed: 's', turn_id: 't1', wants, epoch: 1 })).toBe('chosen');
  await settled(() => expect(room.read().cursor).toBe(1));
  // Each attempt with an epoch of its own: one that has begun does not begin again.
  let epoch = 1;
  await settled(() => {
    epoch += 1;
    expect(asked.begin({ feed: 's', turn_id: 't1', wants, epoch })).toBeNull();
  });
  stop();
});

test('what is posted where the AI answers every message counts as asked only if it asks [MODE-01]', async () => {
  const server = space();
  const asked = askedTurns(memory(), 'me');
  const { room, stop } = open(server, memory(), undefined, undefined, asked);
  await settled(() => expect(room.read().own).not.toBeNull());
  const { own } = room.read();
  if (own) own.space.ai_mode = 'always';
  room.post({ ...plain, body: 'Torches are nice.', turn_id: 't1' });
  room.post({ ...plain, body: '@ai What is a torch?', turn_id: 't2' });
  expect(['t1', 't2'].map((turn_id) => asked.has({ feed: 's', turn_id }))).toEqual([false, true]);
  stop();
});

test.each([
  ['one’s own', 'me', { provider: 'openai', model: 'gpt' }],
  ['someone else’s', 'ada', null],
])('asking %s question again keeps only the model that one has wanted oneself', async (_, by_id, kept) => {
  const server = space();
  const sent: unknown[] = [];
  server.api.askAgain = async (...call) => void sent.push(call);
  const asked = askedTurns(memory(), 'me');
  const { room, stop } = open(server, memory(), undefined, undefined, asked);
  const wants = { provider: 'openai', model: 'gpt' };
  server.post('', { message_id: 't1', kind: 'turn', by_id, turn: turnWith({ state: 'done', wants }) });
  await settled(() => expect(room.read().rows).toHaveLength(1));
  await room.askAgain('t1');
  expect(sent).toEqual([['t1', 'm1', kept]]);
  expect(asked.begin({ feed: 's', turn_id: 'm1', wants: kept, epoch: 1 })).toBe('again');
  stop();
});

test('what was left out of a question stays left out when another model is asked [TOPIC-03]', async () => {
  const server = space();
  server.api.retryTurn = async () => {};
  const asked = askedTurns(memory(), 'me');
  const { room, stop } = open(server, memory(), undefined, undefined, asked);
  asked.add({ feed: 's', turn_id: 't1', wants: null, left_out: ['m3'] });
  const turn = turnWith({ left_out: ['m3'] });
  server.post('', { message_id: 't1', kind: 'turn', by_id: 'me', turn });
  await settled(() => expect(room.read().rows).toHaveLength(1));
  await room.retryTurn('t1', { wants: null });
  expect(asked.leftOutOf({ feed: 's', turn_id: 't1' })).toEqual(['m3']);
  stop();
});

test('leaving the room does not hold back a post that is on its way [SPACE-06]', async () => {
  const server = space();
  let arrive = () => {};
  const way = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  const storage = memory();
  const { room, stop } = open(
    {
      ...server,
      request: (post, signal) => way.then(() => signal?.throwIfAborted() ?? server.request(post)),
    },
    storage,
  );
  room.post({ ...plain, body: 'Sent, and left' });
  room.post({ ...plain, body: 'And one more' });
  stop();
  arrive();
  await settled(() =>
    expect(server.taken.map(({ body }) => body)).toEqual(['Sent, and left', 'And one more']),
  );
  await settled(() => expect(openOutbox(storage, 'posts').read()).toEqual([]));
});

test('a post that has not arrived yet can be deleted, and the next one is sent [SPACE-06]', async () => {
  const server = space();
  const { room, stop } = open({
    ...server,
    request: (post, signal) =>
      post.body === 'Wrong room'
        ? new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
        : server.request(post),
  });
  room.post({ ...plain, body: 'Wrong room' });
  room.post({ ...plain, body: 'Next' });
  room.discard('m1');
  await settled(() => expect(server.taken.map(({ body }) => body)).toEqual(['Next']));
  expect(room.read().waiting).toEqual([]);
  stop();
});

test('a post whose answer is lost appears once, however often it is sent [SPACE-06 FAULT-6]', async () => {
  const server = space();
  const { room, stop, rests, bodies } = open(server);
  await settled(() => expect(room.read().own).not.toBeNull());
  server.state.answers = false;
  room.post({ ...plain, body: 'Once' });
  await settled(() => expect(rests.length).toBeGreaterThan(0));
  server.state.answers = true;
  room.wake();
  await settled(() => expect(server.state.tried).toBe(2));
  await settled(() => expect([bodies(), room.read().waiting]).toEqual([['Once'], []]));
  expect(server.taken.length).toBe(1);
  stop();
});

test('posts keep the order they were written in', async () => {
  const server = space();
  const { room, stop } = open(server);
  for (const body of ['One', 'Two', 'Three']) room.post({ ...plain, body });
  await settled(() => expect(server.taken.map(({ body }) => body)).toEqual(['One', 'Two', 'Three']));
  stop();
});

test('in slow mode a post waits without being tried, until its time has come or a host ends slow mode [SPACE-14]', async () => {
  const server = space();
  server.state.slow_seconds = 30;
  server.post('First', { by_id: 'me', created_at: Date.now() });
  const { room, stop, rests } = open(server);
  await settled(() => expect(room.read().own).not.toBeNull());
  room.post({ ...plain, body: 'Too soon' });
  expect(room.read().waiting).toMatchObject([{ body: 'Too soon', failed: null }]);
  for (const rest of rests.splice(0)) rest();
  await settled(() => expect(rests).not.toEqual([]));
  expect(server.state.tried).toBe(0);
  server.state.slow_seconds = 0;
  await room.refresh();
  for (const rest of rests.splice(0)) rest();
  await settled(() => expect(server.taken.map(({ body }) => body)).toEqual(['First', 'Too soon']));
  stop();
});

test('a post that slow mode holds back is refused at once when its author may post no more [SPACE-14]', async () => {
  const server = space();
  server.state.slow_seconds = 30;
  server.post('First', { by_id: 'me', created_at: Date.now() });
  const { room, stop, rests } = open(server);
  await settled(() => expect(room.read().own).not.toBeNull());
  room.post({ ...plain, body: 'Too soon' });
  server.state.may_post = false;
  await room.refresh();
  server.state.refusal = new FetchError(403, '', { message: 'A host has muted you.', error: 'not-allowed' });
  for (const rest of rests.splice(0)) rest();
  await settled(() => expect(room.read().waiting[0]?.failed).toContain('muted'));
  stop();
});

test('a post over the account’s quota does not hold up the next one', async () => {
  const server = space();
  const { room, stop } = open(server);
  await settled(() => expect(room.read().own).not.toBeNull());
  server.state.refusal = new FetchError(429, '', { message: 'No room left.', error: 'quota-used' });
  room.post({ ...plain, body: 'Hello' });
  await settled(() => expect(room.read().waiting).toMatchObject([{ failed: 'No room left.' }]));
  stop();
});

test('a post the server refuses stays, with the reason, until it is retried or deleted [SPACE-06]', async () => {
  const server = space();
  const { room, stop } = open(server);
  await settled(() => expect(room.read().own).not.toBeNull());
  server.state.refusal = new FetchError(403, '', { message: 'You are muted.' });
  room.post({ ...plain, body: 'Hello' });
  await settled(() => expect(room.read().waiting).toMatchObject([{ failed: 'You are muted.' }]));
  server.state.refusal = null;
  room.retry('m1');
  await settled(() => expect(server.taken.map(({ body }) => body)).toEqual(['Hello']));
  await settled(() => expect(room.read().waiting).toEqual([]));
  stop();
});

test('a question refused because the AI is off is sent as a message when it is retried', async () => {
  const server = space();
  const sent: WaitingPost[] = [];
  const { room, stop } = open({
    ...server,
    request: async (post) => {
      sent.push(post);
      if (post.turn_id) throw new FetchError(403, '', { message: 'The AI is switched off in this space.' });
      return server.request(post);
    },
  });
  await settled(() => expect(room.read().own).not.toBeNull());
  const question = { ...plain, turn_id: 't1', wants: { provider: 'p', model: 'm' } as never };
  room.post({ ...question, body: 'Why?' });
  const refused = [{ failed: 'The AI is switched off in this space.' }];
  await settled(() => expect(room.read().waiting).toMatchObject(refused));
  room.retry('m1');
  await settled(() => expect(sent.length).toBe(2));
  expect(sent[1]).toMatchObject(question);
  await settled(() => expect(room.read().waiting).toMatchObject(refused));
  server.state.ai_mode = 'off';
  await room.refresh();
  room.retry('m1');
  await settled(() => expect(server.taken.map(({ body }) => body)).toEqual(['Why?']));
  expect(sent[2]).toMatchObject({ message_id: 'm1', turn_id: null, wants: null });
  stop();
});

test('a removed member sees nothing more, and keeps what was not sent [SPACE-07]', async () => {
  const server = space();
  const { room, stop, bodies } = open(server);
  room.post({ ...plain, body: 'Before' });
  await settled(() => expect(bodies()).toEqual(['Before']));
  server.state.refusal = noSpace;
  room.post({ ...plain, body: 'After' });
  server.endPoll();
  await settled(() => expect(room.read().isUnavailable).toBe(true));
  expect(bodies()).toEqual([]);
  await settled(() => expect(room.read().waiting).toMatchObject([{ body: 'After' }]));
  stop();
});

test('a proxy that answers 404 while the server restarts takes nobody out of their room, and loses no post', async () => {
  const server = space();
  const { state, stored } = storedIn();
  const { room, stop, bodies, rests } = open(server, memory(), undefined, stored);
  room.post({ ...plain, body: 'Before' });
  await settled(() => expect(bodies()).toEqual(['Before']));
  room.setVisible(false);
  server.state.refusal = new FetchError(404, '404 page not found');
  room.post({ ...plain, body: 'Meanwhile', reply_to: 'm1' });
  server.endPoll();
  await settled(() => expect(rests).toHaveLength(2));
  expect(room.read()).toMatchObject({ isUnavailable: false, waiting: [{ reply_to: 'm1', failed: null }] });
  expect(bodies()).toEqual(['Before']);
  server.state.refusal = null;
  room.wake();
  await settled(() => expect(bodies()).toEqual(['Before', 'Meanwhile']));
  stop();
  expect(state.snapshot).not.toBeNull();
});

test('while there is a socket, posts come over it, and nothing is polled', async () => {
  const server = space();
  const wire = socket();
  const { room, stop, bodies } = open(server, memory(), wire.live);
  await settled(() => expect(wire.isWatched()).toBe(true));
  wire.turn(true);
  await settled(() => expect(server.state.polls).toBe(2));
  const messages = [server.post('Over the wire')];
  wire.send({ type: 'feed', feed: 's', before: 0, seq: 1, rows: { messages } });
  await settled(() => expect(bodies()).toEqual(['Over the wire']));
  expect(room.read().cursor).toBe(1);
  expect(server.state.polls).toBe(2);
  stop();
  expect(wire.isWatched()).toBe(false);
});

test('who returns has what came meanwhile fetched at once, above which the line then stands', async () => {
  const server = space();
  const { room, stop, bodies } = open(server);
  server.post('Morning');
  server.post('Noon');
  await settled(() => expect(bodies()).toEqual(['Morning', 'Noon']));
  server.post('Evening');
  room.returned(2);
  await settled(() => expect(firstNew(room.read(), 'me')).toBe('o2'));
  stop();
});

test('what is chosen on another device, or read there, is known here at once, or after a sleep [SPACE-15 SPACE-29]', async () => {
  const server = space();
  const wire = socket();
  const { room, stop } = open(server, memory(), wire.live);
  await settled(() => expect(wire.isWatched()).toBe(true));
  wire.turn(true);
  await settled(() => expect(server.state.polls).toBe(2));
  wire.show({ type: 'own', feed: 's', read_number: 2, notify: 'none' });
  expect(room.read().own).toMatchObject({ read_number: 2, notify: 'none' });
  wire.turn(false);
  server.state.marks = { read_number: 5, notify: 'mentions' };
  wire.turn(true);
  await settled(() => expect(room.read().own).toMatchObject({ read_number: 5, notify: 'mentions' }));
  wire.show({ type: 'own', feed: 's', read_number: 5, notify: 'mentions', seen_at: 7 });
  // An answer that was on its way takes back nothing that was read.
  wire.show({ type: 'own', feed: 's', read_number: 4, notify: 'mentions' });
  expect(room.read().own).toMatchObject({ read_number: 5, seen_at: 7 });
  stop();
});

test.each([
  ['after a hint', { type: 'hint', feed: 's', seq: 2 }],
  ['after a gap', { type: 'feed', feed: 's', before: 1, seq: 2, rows: { messages: [] } }],
  ['when the server says so', { type: 'resync', feed: 's' }],
] as const)('new posts are fetched %s', async (_, frame) => {
  const server = space();
  const wire = socket();
  const { stop, bodies } = open(server, memory(), wire.live);
  await settled(() => expect(wire.isWatched()).toBe(true));
  wire.turn(true);
  await settled(() => expect(server.state.polls).toBe(2));
  server.post('One');
  server.post('Two');
  wire.send(frame as FeedFrame);
  await settled(() => expect(bodies()).toEqual(['One', 'Two']));
  stop();
});

test('after a hint that everyone in a large room gets, browsers fetch one after the other within two seconds', async () => {
  const server = space();
  server.state.people = 500;
  const wire = socket();
  const { room, stop, rests, waits, bodies } = open(server, memory(), wire.live);
  await settled(() => expect(wire.isWatched()).toBe(true));
  wire.turn(true);
  await settled(() => expect(server.state.polls).toBe(2));
  server.post('One');
  wire.send({ type: 'hint', feed: 's', seq: 1 });
  await settled(() => expect(waits.at(-1)).toBe(1_000));
  expect(server.state.polls).toBe(2);
  rests.at(-1)?.();
  await settled(() => expect(bodies()).toEqual(['One']));
  expect(room.read().cursor).toBe(1);
  stop();
});

test('a post that names an unknown person is fetched together with their name', async () => {
  const server = space();
  const wire = socket();
  const { stop, bodies } = open(server, memory(), wire.live);
  await settled(() => expect(wire.isWatched()).toBe(true));
  wire.turn(true);
  await settled(() => expect(server.state.polls).toBe(2));
  const messages = [server.post('Here I am', { by_id: 'new' })];
  wire.send({ type: 'feed', feed: 's', before: 0, seq: 1, rows: { messages } });
  await settled(() => expect(bodies()).toEqual(['Here I am']));
  expect(server.state.polls).toBe(3);
  stop();
});

test('a post of an unknown person is shown once their name is known, and nothing else is fetched', async () => {
  const server = space();
  const wire = socket();
  const asked: (readonly string[])[] = [];
  const api = apiWith({
    ...server.api,
    async people(ids) {
      asked.push(ids);
      return { people: [people.ada as SpacePerson] };
    },
  });
  const { room, stop, bodies } = open({ ...server, api }, memory(), wire.live);
  await settled(() => expect(wire.isWatched()).toBe(true));
  wire.turn(true);
  await settled(() => expect(server.state.polls).toBe(2));
  const messages = [server.post('Here I am', { by_id: 'ada' })];
  wire.send({ type: 'feed', feed: 's', before: 0, seq: 1, rows: { messages } });
  await settled(() => expect(bodies()).toEqual(['Here I am']));
  expect(room.read().people).toMatchObject({ ada: { first_name: 'Ada' } });
  expect([asked, server.state.polls]).toEqual([[['ada']], 2]);
  stop();
});

test('a reaction or a change of members is shown from its frame, without a request', async () => {
  const server = space();
  const wire = socket();
  const row = server.post('Hello');
  const requests = { space: 0, people: [] as (readonly string[])[] };
  const api = apiWith({
    ...server.api,
    async space(signal) {
      requests.space += 1;
      return { ...(await server.api.space(signal)), people: 2 };
    },
    async people(ids) {
      requests.people.push(ids);
      return { people: [people.ada as SpacePerson] };
    },
  });
  const { room, stop } = open({ ...server, api }, memory(), wire.live);
  await settled(() => expect(wire.isWatched()).toBe(true));
  wire.turn(true);
  await settled(() => expect(server.state.polls).toBe(2));
  const reacted = (seq: number, count: number) => ({
    ...row,
    seq,
    reactions: [{ emoji: '👍', count, user_ids: ['ada'], is_own: false }],
  });
  wire.send({ type: 'feed', feed: 's', before: 1, seq: 2, rows: { messages: [reacted(2, 1)] } });
  wire.send({ type: 'feed', feed: 's', before: 2, seq: 3, rows: { messages: [reacted(3, 2)] } });
  wire.send({ type: 'feed', feed: 's', before: 3, seq: 4, rows: { messages: [], people: [3] } });
  await settled(() => expect(room.read().cursor).toBe(4));
  expect(room.read().rows[0]?.reactions).toMatchObject([{ emoji: '👍', count: 2 }]);
  expect(room.read().own?.people).toBe(3);
  // Who has reacted is asked for once; the reactions do not wait for it.
  expect([server.state.polls, requests]).toEqual([2, { space: 1, people: [['ada']] }]);
  stop();
});

test('a closed socket is no longer used: the next posts are polled', async () => {
  const server = space();
  const wire = socket();
  const { stop, bodies } = open(server, memory(), wire.live);
  await settled(() => expect(wire.isWatched()).toBe(true));
  wire.turn(true);
  await settled(() => expect(server.state.polls).toBe(2));
  wire.turn(false);
  await settled(() => expect(server.state.polls).toBe(3));
  server.post('Later');
  server.endPoll();
  await settled(() => expect(bodies()).toEqual(['Later']));
  stop();
});

test('when the socket opens again the server is there: nothing waits for the end of a pause', async () => {
  const server = space();
  const wire = socket();
  const { room, stop, rests, bodies } = open(server, memory(), wire.live);
  await settled(() => expect(wire.isWatched()).toBe(true));
  wire.turn(true);
  await settled(() => expect(server.state.polls).toBe(2));
  server.state.isReachable = false;
  wire.turn(false);
  room.post({ ...plain, body: 'Mine' });
  await settled(() => expect(rests).toHaveLength(2));
  server.state.isReachable = true;
  server.post('Theirs');
  wire.turn(true);
  await settled(() => expect(bodies()).toEqual(['Theirs', 'Mine']));
  stop();
});

test('a server that does not answer is noticed at the second attempt, and forgotten once it does', async () => {
  const server = space();
  server.state.isReachable = false;
  const { room, rests, stop } = open(server);
  await settled(() => expect(rests.length).toBe(1));
  expect(room.isFailing.read()).toBe(false);
  room.wake();
  await settled(() => expect(room.isFailing.read()).toBe(true));
  server.state.isReachable = true;
  room.wake();
  await settled(() => expect(room.isFailing.read()).toBe(false));
  stop();
});

test('who types or lends without having written is asked for once, and again after a failure', async () => {
  const server = space();
  const wire = socket();
  const asked: (readonly string[])[] = [];
  let answer: () => Promise<{ people: SpacePerson[] }> = () =>
    Promise.reject(new TypeError('Failed to fetch'));
  const api = apiWith({
    ...server.api,
    people(ids) {
      asked.push(ids);
      return answer();
    },
  });
  const { room, stop } = open({ ...server, api }, memory(), wire.live);
  await settled(() => expect(wire.isWatched()).toBe(true));
  wire.turn(true);
  const type = (user_id: string) => wire.show({ type: 'typing', feed: 's', user_id });
  type('ada');
  await settled(() => expect(asked).toEqual([['ada']]));
  answer = async () => ({ people: [people.ada as SpacePerson] });
  await Promise.resolve();
  const lend = {} as NonNullable<Torch['lend']>;
  const torch = { lend, spent_today: { usd: 0, tokens: 0 } } as Torch;
  const lender = { user_id: 'ben', is_visible: true, torch };
  wire.show({
    type: 'presence',
    feed: 's',
    people: [{ user_id: 'ada', is_visible: true }, lender],
    count: 2,
  });
  await settled(() => expect(room.read().people).toMatchObject({ ada: { first_name: 'Ada' } }));
  expect(asked.slice(1)).toEqual([['ben', 'ada']]);
  // Ben stays unknown, as one does behind a block.
  type('ada');
  type('ben');
  room.identify(['ben', 'eve']);
  expect(asked.slice(2)).toEqual([['eve']]);
  stop();
});

test.each([
  ['is known in a small room', 50, ['ada', 'mallory']],
  ['is asked for in no large one', 51, []],
])('who has written nothing, and whose name another may take, %s [ROOM-05]', async (_, count, known) => {
  const server = space();
  server.state.people = count;
  const ada = people.ada as SpacePerson;
  const everyone = vi.fn(async () => ({ people: [ada, { ...ada, user_id: 'mallory', username: 'mal' }] }));
  const { room, stop } = open({ ...server, api: apiWith({ ...server.api, everyone }) });
  await settled(() => expect(room.read().isCurrent).toBe(true));
  await settled(() => expect(Object.keys(room.read().people)).toEqual(known));
  expect(everyone).toHaveBeenCalledTimes(known.length > 0 ? 1 : 0);
  stop();
});

test('who has left is asked for anew where a name is shown in the room alone, and nobody else [ROOM-06]', async () => {
  const server = space();
  const wire = socket();
  const unnamed = { ...(people.ada as SpacePerson), first_name: null, last_name: null };
  const named: SpacePerson = { ...(people.ada as SpacePerson), is_named: true };
  let now: SpacePerson = { ...named, is_named_here: true };
  let asked = 0;
  const api = apiWith({
    ...server.api,
    people: async (ids) => {
      asked += 1;
      return { people: ids.includes('eve') ? [{ ...named, user_id: 'eve' }] : [now] };
    },
  });
  const { room, stop } = open({ ...server, api }, memory(), wire.live);
  await settled(() => expect(wire.isWatched()).toBe(true));
  wire.turn(true);
  room.identify(['ada']);
  room.identify(['eve']);
  await settled(() => expect(room.read().people).toMatchObject({ ada: now, eve: { is_named: true } }));
  now = unnamed;
  const messages = [noticeRow(1, 'left', 'eve'), noticeRow(2, 'left', 'ada')];
  wire.send({ type: 'feed', feed: 's', before: 0, seq: 2, rows: { messages } });
  await settled(() => expect(room.read().people).toMatchObject({ ada: { first_name: null } }));
  expect(asked).toBe(3);
  stop();
});

test('neither a late answer nor leaving for a moment makes the room call someone what they no longer show [ROOM-06]', async () => {
  const server = space();
  const wire = socket();
  const unnamed = { ...(people.ada as SpacePerson), first_name: null, last_name: null };
  const named: SpacePerson = { ...(people.ada as SpacePerson), is_named: true, is_named_here: true };
  const late = Promise.withResolvers<{ people: SpacePerson[] }>();
  const answers = [named, unnamed, named, named];
  const asked = vi.fn(async () => ({ people: [answers.shift() ?? named] }));
  const api = apiWith({ ...server.api, people: asked, everyone: () => late.promise });
  const { room, stop } = open({ ...server, api }, memory(), wire.live);
  await settled(() => expect(wire.isWatched()).toBe(true));
  wire.turn(true);
  room.identify(['ada']);
  await settled(() => expect(room.read().people).toMatchObject({ ada: named }));
  const left = [noticeRow(1, 'left', 'ada')];
  wire.send({ type: 'feed', feed: 's', before: 0, seq: 1, rows: { messages: left } });
  await settled(() => expect(room.read().people).toMatchObject({ ada: { first_name: null } }));
  late.resolve({ people: [named, { ...named, user_id: 'mallory' }] });
  await settled(() => expect(room.read().people).toHaveProperty('mallory'));
  expect(room.read().people).toMatchObject({ ada: { first_name: null } });
  const back = [noticeRow(2, 'joined', 'ada')];
  wire.send({ type: 'feed', feed: 's', before: 1, seq: 2, rows: { messages: back } });
  await settled(() => expect(room.read().people).toMatchObject({ ada: named }));
  // They may have left and come back, with the answer to the first still on its way.
  wire.send({
    type: 'feed',
    feed: 's',
    before: 2,
    seq: 3,
    rows: { messages: [noticeRow(3, 'joined', 'ada')] },
  });
  await settled(() => expect(asked).toHaveBeenCalledTimes(4));
  stop();
});

test('it shows who is here and who is typing while the socket is open', async () => {
  const server = space();
  const wire = socket();
  const { room, rests, stop } = open(server, memory(), wire.live);
  await settled(() => expect(wire.isWatched()).toBe(true));
  wire.turn(true);
  expect(wire.presences.at(-1)).toBe(true);
  room.setVisible(false);
  expect(wire.presences.at(-1)).toBe(false);
  room.typing();
  room.typing();
  expect(wire.sentFrames.filter(({ type }) => type === 'typing')).toHaveLength(1);
  wire.show({ type: 'presence', feed: 's', people: [{ user_id: 'ada', is_visible: true }], count: 1 });
  wire.show({ type: 'typing', feed: 's', user_id: 'ada' });
  expect(room.presence.read()).toEqual({
    here: { ada: true },
    count: 1,
    typing: ['ada'],
    lent: {},
    forSelf: null,
  });
  for (const pass of [...rests]) pass();
  expect(room.presence.read().typing).toEqual([]);
  wire.turn(false);
  expect(room.presence.read()).toEqual({ here: {}, count: 0, typing: [], lent: {}, forSelf: null });
  stop();
});

test('a piece of an answer that is missing for a second is fetched [SPACE-05]', async () => {
  const server = space();
  const wire = socket();
  const turn = { state: 'running', epoch: 1, segments: [] } as never;
  const row = server.post('One ', { kind: 'turn', turn });
  const fetched: string[] = [];
  const api = apiWith({
    ...server.api,
    async message(message_id) {
      fetched.push(message_id);
      return { message: { ...row, body: 'One two ' } };
    },
  });
  const { room, rests, stop } = open({ ...server, api }, memory(), wire.live);
  await settled(() => expect(wire.isWatched()).toBe(true));
  wire.turn(true);
  const turn_id = row.message_id;
  const piece = (offset: number, text: string) =>
    wire.show({ type: 'delta', feed: 's', turn_id, epoch: 1, base: 0, offset, text });
  piece(8, 'three ');
  piece(14, 'four');
  expect(room.read().turns[turn_id]?.text).toBe('One ');
  expect(fetched).toEqual([]);
  for (const pass of rests.splice(0)) pass();
  await settled(() => expect(room.read().turns[turn_id]?.text).toBe('One two three four'));
  expect(fetched).toEqual([turn_id]);
  stop();
});

test('an answer whose missing piece arrives within the second is not fetched', async () => {
  const server = space();
  const wire = socket();
  const turn = { state: 'running', epoch: 1, segments: [] } as never;
  const { message_id: turn_id } = server.post('', { kind: 'turn', turn });
  const message = vi.fn(server.api.message);
  const { room, rests, stop } = open(
    { ...server, api: apiWith({ ...server.api, message }) },
    memory(),
    wire.live,
  );
  await settled(() => expect(wire.isWatched()).toBe(true));
  wire.turn(true);
  const piece = (offset: number, text: string) =>
    wire.show({ type: 'delta', feed: 's', turn_id, epoch: 1, base: 0, offset, text });
  piece(4, 'two');
  piece(0, 'One ');
  for (const pass of rests.splice(0)) pass();
  expect(room.read().turns[turn_id]).toMatchObject({ text: 'One two', ahead: [] });
  expect(message).not.toHaveBeenCalled();
  stop();
});

test('a post that asks the AI is sent with its turn, however often [SPACE-06]', async () => {
  const server = space();
  const turns: (string | null)[] = [];
  server.state.answers = false;
  const { room, rests, stop } = open({
    ...server,
    request(post) {
      turns.push(post.turn_id);
      return server.request(post);
    },
  });
  room.post({ ...plain, body: '@ai Hello', turn_id: 't1' });
  await settled(() => expect(rests.length).toBeGreaterThan(0));
  server.state.answers = true;
  room.wake();
  await settled(() => expect(turns).toEqual(['t1', 't1']));
  stop();
});

test('it shows who lends what, as long as they are here', async () => {
  const server = space();
  const wire = socket();
  const { room, stop } = open(server, memory(), wire.live);
  await settled(() => expect(wire.isWatched()).toBe(true));
  wire.turn(true);
  const lend = { models: [{ provider: 'openai', model: 'gpt-5.5', price: null }] };
  const torch = { lend: lend as never, lent_at: 1, spent_today: { usd: 0, tokens: 0 } };
  const here = { user_id: 'ada', is_visible: true };
  wire.show({ type: 'presence', feed: 's', people: [{ ...here, torch }], count: 1 });
  expect(room.presence.read().lent).toEqual({
    ada: { ...lend, spent_today: torch.spent_today, lent_at: 1, isVisible: true },
  });
  // They look at it on a phone, which does not lend.
  wire.show({
    type: 'presence',
    feed: 's',
    people: [{ ...here, torch, is_torch_visible: false }],
    count: 1,
  });
  expect(room.presence.read()).toMatchObject({ here: { ada: true }, lent: { ada: { isVisible: false } } });
  // Nothing is known of the lenders now: a model that was chosen stays chosen.
  wire.turn(false);
  expect(room.presence.read()).toMatchObject({ here: {}, lent: { ada: lend } });
  wire.turn(true);
  wire.show({ type: 'presence', feed: 's', people: [here], count: 1 });
  expect(room.presence.read().lent).toEqual({});
  stop();
});

test('a space that was renamed while its posts were fetched is shown by its new name', async () => {
  const server = space();
  server.post('Renamed it');
  const named = (name: string, head: number) => ({ ...own, head, space: { name } }) as OwnSpace;
  const answers = [named('Before', 0), named('After', 1)];
  const api = apiWith({ ...server.api, space: async () => answers.shift() ?? named('After', 1) });
  const { room, stop } = open({ ...server, api });
  await settled(() => expect(room.read().own?.space.name).toBe('After'));
  stop();
});

test('until when a member is muted is shown although the socket opens while that is fetched', async () => {
  const server = space();
  const wire = socket();
  const answers: (() => void)[] = [];
  const api = apiWith({
    ...server.api,
    space: (signal) =>
      new Promise((resolve, reject) => {
        const muted_until = answers.length === 0 ? null : 5;
        answers.push(() => resolve({ ...own, head: 0, space: {}, muted_until } as OwnSpace));
        signal.addEventListener('abort', reject);
      }),
    async changes(after, wait, signal) {
      if (after > 0 && wait > 0) await new Promise((_, reject) => signal.addEventListener('abort', reject));
      const members = after === 0 ? [{ user_id: 'me' }] : [];
      return {
        ...{ messages: [], people: [], next: null, view: 'v', head: 1, space: null, sessions: [] },
        ...{ members, role: 'member', can: {}, more: false },
      } as never;
    },
  });
  const { room, stop } = open({ ...server, api }, memory(), wire.live);
  await settled(() => expect(answers).toHaveLength(1));
  answers[0]?.();
  await settled(() => expect(answers).toHaveLength(2));
  wire.turn(true);
  await settled(() => expect(answers).toHaveLength(3));
  answers[2]?.();
  await settled(() => expect(room.read().own?.muted_until).toBe(5));
  stop();
});

test('all of a room is fetched page by page, until the caller stops it', async () => {
  const server = space();
  for (let at = 0; at < 100; at++) server.post(`Number ${at}`);
  const pages: number[] = [];
  const size = 30;
  let answer = () => {};
  server.api.messages = async (before = server.taken.length + 1) => {
    pages.push(before);
    if (pages.length > 1) await new Promise<void>((resolve) => (answer = resolve));
    const messages = server.taken.filter(({ number }) => number < before).slice(-size);
    const first = messages[0]?.number ?? 1;
    return { messages, people: [], next: first > 1 ? first : null, view: 'v', head: server.taken.length };
  };
  const { room, stop, bodies } = open(server);
  await settled(() => expect(bodies()).toHaveLength(size));
  const enough = room.loadAll();
  enough();
  answer();
  await settled(() => expect(bodies()).toHaveLength(2 * size));
  expect(pages).toEqual([101, 71]);
  room.loadAll();
  for (const left of [3 * size, 100]) {
    answer();
    await settled(() => expect(bodies()).toHaveLength(left));
  }
  expect(pages).toEqual([101, 71, 41, 11]);
  stop();
});

test('who waits for an earlier message is told when a page cannot be fetched, and only then', async () => {
  const server = space();
  for (let at = 0; at < 90; at++) server.post(`Number ${at}`);
  server.api.messages = async (before = 91) => {
    if (before === 31 && !server.state.isReachable) throw new TypeError('Failed to fetch');
    const messages = server.taken.slice(before - 31, before - 1);
    return { messages, people: [], next: before === 31 ? null : before - 30, view: 'v', head: 90 };
  };
  const { room, stop, bodies } = open(server);
  await settled(() => expect(bodies()).toHaveLength(30));
  server.state.isReachable = false;
  const failed = vi.fn();
  room.loadAll(failed);
  await settled(() => expect(failed).toHaveBeenCalledOnce());
  expect(bodies()).toHaveLength(60);
  server.state.isReachable = true;
  room.loadAll(failed);
  await settled(() => expect(bodies()).toHaveLength(90));
  stop();
  expect(failed).toHaveBeenCalledOnce();
});

test('a room whose last page is nearly all withheld loads older pages until there is enough to read', async () => {
  const server = space();
  for (let at = 0; at < 60; at++) server.post(`Number ${at}`);
  const withheld = ({ seq }: PostRow) => ({ seq, is_withheld: true }) as never;
  server.api.messages = async (before) => {
    const isLast = before === undefined;
    const messages = isLast ? server.taken.slice(-20).map(withheld) : server.taken.slice(0, 40);
    return { messages, people: [], next: isLast ? 41 : null, view: 'v', head: server.taken.length };
  };
  const { stop, bodies } = open(server);
  await settled(() => expect(bodies()).toHaveLength(40));
  stop();
});

test.each([
  // A history that was not renewed: only the head tells.
  ['v', ['Written since']],
  ['another', ['Written since', 'More', 'Even more']],
])(
  'a room that is open while the server is restored shows what the server has now (view %s)',
  async (view, since) => {
    const server = space();
    for (const body of ['Kept', 'Lost', 'Lost too']) server.post(body);
    const { stop, bodies } = open(server);
    await settled(() => expect(bodies()).toHaveLength(3));
    await settled(() => expect(server.state.polls).toBe(1));
    server.taken.splice(1);
    server.state.view = view;
    for (const body of since) server.post(body);
    server.endPoll();
    await settled(() => expect(bodies()).toEqual(['Kept', ...since]));
    server.post('And after that');
    server.endPoll();
    await settled(() => expect(bodies()).toEqual(['Kept', ...since, 'And after that']));
    stop();
  },
);

/** What a browser stores of a room. */
function storedIn() {
  const state = { snapshot: null as RoomSnapshot | null };
  const stored: StoredRoom = {
    read: async () => state.snapshot,
    write(snapshot) {
      state.snapshot = snapshot;
    },
    remove() {
      state.snapshot = null;
    },
  };
  return { state, stored };
}

test('without a connection a room is shown as it was last, and it is fetched once there is one [SPACE-18]', async () => {
  const server = space();
  const { stored } = storedIn();
  server.post('Yesterday');
  const first = open(server, memory(), undefined, stored);
  await settled(() => expect(first.bodies()).toEqual(['Yesterday']));
  first.stop();

  server.post('Today');
  server.state.isReachable = false;
  const reopened = open(server, memory(), undefined, stored);
  await settled(() => expect(reopened.bodies()).toEqual(['Yesterday']));
  expect(reopened.room.read().isCurrent).toBe(false);
  server.state.isReachable = true;
  reopened.room.wake();
  await settled(() => expect(reopened.bodies()).toEqual(['Yesterday', 'Today']));
  reopened.stop();
});

test('nothing is left of a room that the reader is no longer in [SPACE-18]', async () => {
  const server = space();
  const { state, stored } = storedIn();
  server.post('Before');
  const { room, stop } = open(server, memory(), undefined, stored);
  await settled(() => expect(room.read().isCurrent).toBe(true));
  room.setVisible(false);
  expect(state.snapshot).not.toBeNull();
  server.state.refusal = noSpace;
  server.endPoll();
  await settled(() => expect(room.read().isUnavailable).toBe(true));
  stop();
  expect(state.snapshot).toBeNull();
});

test('nothing is left of a room that the reader has just left, and nothing that still arrives is stored [SPACE-18]', async () => {
  const server = space();
  const { state, stored } = storedIn();
  server.post('Before');
  const { room, stop } = open(server, memory(), undefined, stored);
  await settled(() => expect(room.read().isCurrent).toBe(true));
  room.setVisible(false);
  expect(state.snapshot).not.toBeNull();
  room.left();
  server.post('On its way');
  server.endPoll();
  await settled(() => expect(server.state.polls).toBe(2));
  stop();
  expect(state.snapshot).toBeNull();
});

test('a room that is opened again shows what it showed, and fetches what is new [SPACE-18]', async () => {
  const server = space();
  server.post('One');
  const { room, stop, bodies } = open(server);
  await settled(() => expect(bodies()).toEqual(['One']));
  stop();
  server.post('Two');
  const stopAgain = room.begin();
  expect(bodies()).toEqual(['One']);
  await settled(() => expect(bodies()).toEqual(['One', 'Two']));
  stopAgain();
});
