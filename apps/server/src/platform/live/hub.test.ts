import { createServer } from 'node:http';
import { liveLimits } from '@polylogue/contract';
import { newId } from '@polylogue/sync';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocketServer } from 'ws';
import { eventually } from '../../testing/server.ts';
import { openSocket } from '../../testing/sockets.ts';
import { trimHeap } from '../process/settle.ts';
import type { FeedSource } from './feed-source.ts';
import { hub } from './hub.ts';
import type { BusEntry } from './node-bus.ts';
import { type LiveTimes, liveTimes, pingSpread, socketLimits } from './times.ts';

/** Spaces in memory, nodes on one bus, and people who connect by name. */
function spaces() {
  const heads = new Map<string, number>();
  const members = new Map<string, Map<string, Set<string>>>();
  const nodes: ReturnType<typeof hub>[] = [];
  /** People who may not type. */
  const silent = new Set<string>();
  /** Spaces whose members cannot be looked up, and numbers after which rows cannot be read. */
  const unknowable = new Set<string>();
  const unreadable = new Set<number>();
  const logged: string[] = [];
  const counts = { rows: 0, looks: 0, checks: 0 };
  let text = 'Hello';
  /** Reading rows waits for this. */
  let reading: Promise<void> | undefined;
  /** Looking up heads waits for this. */
  let looking: Promise<void> | undefined;
  const source: FeedSource = {
    kind: 'space',
    async watchers(id, userIds) {
      counts.checks += 1;
      if (unknowable.has(id)) throw new Error('Too many.');
      return new Map(
        [...(members.get(id) ?? [])]
          .filter(([userId]) => userIds.includes(userId))
          .map(([userId, hidden]) => [userId, { hidden, mayWrite: !silent.has(userId) }]),
      );
    },
    async rowsAfter(id, after) {
      counts.rows += 1;
      await reading;
      if (unreadable.has(after)) throw new Error('This cannot be read.');
      return {
        rowsFor: (userId) => ({
          messages: [{ after, text, hidden: [...(members.get(id)?.get(userId) ?? [])] }],
        }),
        head: heads.get(id) ?? 0,
        more: false,
      };
    },
  };

  async function node(times: Partial<LiveTimes> = {}, epoch: () => number | undefined = () => 0) {
    const own: ReturnType<typeof hub> = hub({
      tickets: { use: async (name) => ({ userId: name, signInId: name }) },
      validSignIns: async (ids) => new Set(ids),
      noteUse: async () => {},
      heads: async (ids) => {
        counts.looks += 1;
        await looking;
        return new Map(ids.map((id) => [id, heads.get(id) ?? 0]));
      },
      bus: {
        publish: (entry: BusEntry) => {
          for (const other of nodes) if (other !== own && epoch() !== undefined) other.receive(entry);
        },
        epoch,
      },
      now: () => performance.now(),
      log: (_, error) => {
        logged.push(String(error));
        if (unknowable.size + unreadable.size === 0) expect.fail(String(error));
      },
      times: { ...liveTimes, presence: 10, ...times },
    });
    own.register(source);
    nodes.push(own);
    const server = createServer();
    const sockets = new WebSocketServer({ server, maxPayload: 64 * 1024 });
    sockets.on('connection', (ws) => own.accept(ws, () => {}));
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    onTestFinished(async () => {
      await own.close();
      server.closeAllConnections();
      server.close();
    });
    const address = server.address();
    const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
    return {
      ...own,
      /** A socket that has sent hello and received the welcome. */
      async enter(name: string) {
        const socket = await openSocket({ url });
        socket.send({ type: 'hello', ticket: name, after: {} });
        await socket.next('welcome');
        return socket;
      },
      async join(name: string, id: string, after = heads.get(id) ?? 0) {
        const socket = await openSocket({ url });
        socket.send({ type: 'hello', ticket: name, after: { [id]: after } });
        await socket.next('welcome');
        await socket.next('presence');
        return socket;
      },
    };
  }

  return {
    node,
    counts,
    silent,
    unknowable,
    unreadable,
    logged,
    space(people: Record<string, string[]>) {
      const id = newId();
      members.set(id, new Map(Object.entries(people).map(([name, hidden]) => [name, new Set(hidden)])));
      return id;
    },
    hide: (id: string, name: string, from: string) => void members.get(id)?.set(from, new Set([name])),
    read(when: Promise<void>) {
      reading = when;
    },
    look(when: Promise<void>) {
      looking = when;
    },
    remove: (id: string, name: string) => void members.get(id)?.delete(name),
    /** Writes something; without `by`, no node announces it. */
    write(id: string, by?: Pick<ReturnType<typeof hub>, 'changed'>) {
      const seq = (heads.get(id) ?? 0) + 1;
      heads.set(id, seq);
      by?.changed('space', id, seq);
      return seq;
    },
    say(next: string) {
      text = next;
    },
  };
}

test('rows are read once for everyone, also for a person who sees less', async () => {
  const { node, space, write, counts } = spaces();
  const here = await node();
  const id = space({ ada: [], ben: [], eve: ['ada'] });
  const [ada, ben, eve] = [
    await here.join('ada', id),
    await here.join('ben', id),
    await here.join('eve', id),
  ];
  write(id, here);
  const frames = await Promise.all([ada.next('feed'), ben.next('feed'), eve.next('feed')]);
  expect(frames.map(({ rows }) => rows.messages)).toMatchObject([
    [{ hidden: [] }],
    [{ hidden: [] }],
    [{ hidden: ['ada'] }],
  ]);
  expect(counts.rows).toBe(1);
});

test('a space whose members cannot be looked up does not keep the others from being checked', async () => {
  const { node, space, remove, unknowable, logged } = spaces();
  const here = await node({ check: 20 });
  const [broken, id] = [space({ ada: [] }), space({ eve: [] })];
  await here.join('ada', broken);
  const eve = await here.join('eve', id);
  unknowable.add(broken);
  remove(id, 'eve');
  expect(await eve.next('resync')).toEqual({ type: 'resync', feed: id });
  await eventually(() => expect(logged.at(-1)).toBe('Error: Too many.'));
});

test('while rows cannot be read for one person, the others are sent theirs, and that person later', async () => {
  const { node, space, write, unreadable } = spaces();
  const here = await node({ poll: 20 });
  const id = space({ ada: [], ben: [], eve: [] });
  for (let at = 0; at < 3; at += 1) write(id);
  // Her browser was away and is behind.
  unreadable.add(1);
  const eve = await here.join('eve', id, 1);
  const [ada, ben] = [await here.join('ada', id), await here.join('ben', id)];
  write(id, here);
  expect(await ada.next('feed')).toMatchObject({ before: 3, seq: 4 });
  expect(await ben.next('feed')).toMatchObject({ before: 3, seq: 4 });
  expect(eve.all('feed')).toEqual([]);
  unreadable.clear();
  expect(await eve.next('feed')).toMatchObject({ before: 1, seq: 4 });
});

test('a person who begins to see less while rows are being read is not sent what others see', async () => {
  const { node, space, write, hide, read } = spaces();
  const here = await node();
  const id = space({ ada: [], eve: [] });
  const [ada, eve] = [await here.join('ada', id), await here.join('eve', id)];
  const { promise, resolve } = Promise.withResolvers<void>();
  read(promise);
  write(id, here);
  hide(id, 'ada', 'eve');
  here.personChanged('eve');
  await eve.next('resync');
  resolve();
  await ada.next('feed');
  await eve.next('feed');
  expect(eve.all('feed').map(({ rows }) => rows.messages)).toMatchObject([[{ hidden: ['ada'] }]]);
});

test('consecutive changes arrive without a gap, each starting where the previous one ended', async () => {
  const { node, space, write } = spaces();
  const here = await node();
  const id = space({ ada: [] });
  const ada = await here.join('ada', id);
  for (let count = 0; count < 200; count++) {
    write(id, here);
    if (count % 7 === 0) await new Promise(setImmediate);
  }
  await ada.next('feed', ({ seq }) => seq === 200);
  let cursor = 0;
  for (const { before, seq } of ada.all('feed')) {
    expect(before).toBe(cursor);
    cursor = seq;
  }
});

test('a person who may no longer watch is sent nothing more, immediately if the change of rights is announced', async () => {
  const { node, space, write, remove } = spaces();
  const [here, there] = [await node(), await node()];
  const id = space({ ada: [], eve: [] });
  const [ada, eve] = [await here.join('ada', id), await there.join('eve', id)];
  remove(id, 'eve');
  here.personChanged('eve');
  expect(await eve.next('resync')).toEqual({ type: 'resync', feed: id });
  write(id, here);
  await ada.next('feed');
  expect(eve.all('feed')).toEqual([]);
});

test('a person who may no longer watch is also found by the regular check', async () => {
  const { node, space, remove } = spaces();
  const here = await node({ check: 20 });
  const id = space({ eve: [] });
  const eve = await here.join('eve', id);
  remove(id, 'eve');
  await eve.next('resync');
});

test('heads are polled while other nodes may be out of reach, and otherwise never', async () => {
  const { node, space, write, counts } = spaces();
  let epoch: number | undefined = 1;
  const here = await node({ poll: 20, check: 20 }, () => epoch);
  const id = space({ ada: [] });
  const ada = await here.join('ada', id);
  await eventually(() => expect(counts.looks).toBeGreaterThan(1));
  const quiet = counts.looks;
  const checks = counts.checks;
  await eventually(() => expect(counts.checks).toBeGreaterThan(checks + 5));
  expect(counts.looks).toBe(quiet);
  epoch = undefined;
  write(id);
  await ada.next('feed', ({ seq }) => seq === 1);
  // Connected again: the heads are polled once more, for what was missed until then.
  epoch = 2;
  write(id);
  await ada.next('feed', ({ seq }) => seq === 2);
});

test('a database that is slow to tell the heads is not asked again meanwhile', async () => {
  const { node, space, look, counts } = spaces();
  const here = await node({ poll: 5, check: 5 }, () => undefined);
  await here.join('ada', space({ ada: [] }));
  const { promise, resolve } = Promise.withResolvers<void>();
  look(promise);
  const { looks, checks } = counts;
  await eventually(() => expect(counts.checks).toBeGreaterThan(checks + 5));
  expect(counts.looks - looks).toBeLessThan(2);
  resolve();
  await eventually(() => expect(counts.looks).toBeGreaterThan(looks + 2));
});

test('people see who is present, on any node, except people they have blocked', async () => {
  const { node, space } = spaces();
  const [here, there] = [await node(), await node()];
  const id = space({ ada: [], ben: [], eve: ['ada'] });
  const [ada, ben, eve] = [
    await here.join('ada', id),
    await there.join('ben', id),
    await here.join('eve', id),
  ];
  ada.send({ type: 'presence', feed: id, is_visible: true });
  ben.send({ type: 'presence', feed: id, is_visible: false });
  const both = [
    { user_id: 'ada', is_visible: true },
    { user_id: 'ben', is_visible: false },
  ];
  const sorted = ({ people }: { people: { user_id: string }[] }) =>
    people.toSorted((a, b) => (a.user_id < b.user_id ? -1 : 1));
  await ben.next('presence', (frame) => frame.count === 2);
  expect(sorted(await ada.next('presence', ({ count }) => count === 2))).toEqual(both);
  expect(await eve.next('presence', ({ people }) => people[0]?.user_id === 'ben')).toMatchObject({
    count: 1,
  });
  ada.ws.close();
  await ben.next('presence', ({ people, count }) => count === 1 && people[0]?.user_id === 'ben');
  expect(eve.all('presence').flatMap(({ people }) => people)).not.toContainEqual(both[0]);
});

test('typing is shown to the others, not too often, and not to people from whom it is hidden', async () => {
  const { node, space } = spaces();
  const [here, there] = [await node(), await node()];
  const id = space({ ada: [], ben: [], eve: ['ada'] });
  const [ada, ben, eve] = [
    await here.join('ada', id),
    await there.join('ben', id),
    await here.join('eve', id),
  ];
  for (let count = 0; count < 5; count++) ada.send({ type: 'typing', feed: id });
  ben.send({ type: 'typing', feed: id });
  expect(await eve.next('typing')).toEqual({ type: 'typing', feed: id, user_id: 'ben' });
  await ada.next('typing');
  await ben.next('typing');
  expect([ada, ben, eve].map(({ all }) => all('typing').map(({ user_id }) => user_id))).toEqual([
    ['ben'],
    ['ada'],
    ['ben'],
  ]);
});

test('who may not post is not shown as typing, until their rights change', async () => {
  const { node, space, silent } = spaces();
  const here = await node({ typing: 0, check: 1_000_000 });
  const id = space({ ada: [], eve: [] });
  silent.add('ada');
  const [ada, eve] = [await here.join('ada', id), await here.join('eve', id)];
  ada.send({ type: 'typing', feed: id });
  ada.send({ type: 'presence', feed: id, is_visible: true });
  await eve.next('presence', ({ people }) => people.some(({ user_id }) => user_id === 'ada'));
  expect(eve.all('typing')).toEqual([]);
  silent.delete('ada');
  here.personChanged('ada');
  await eventually(() => {
    ada.send({ type: 'typing', feed: id });
    expect(eve.all('typing')).not.toEqual([]);
  });
});

test('a socket that does not read slows no one down, fills no memory, and learns the latest number [FAULT-17]', async () => {
  const { node, space, write, say } = spaces();
  const here = await node();
  const id = space({ ada: [], ben: [] });
  const [ada, ben] = [await here.join('ada', id), await here.join('ben', id)];
  say('x'.repeat(15_000));
  ben.ws.pause();
  const before = process.memoryUsage().arrayBuffers;
  // More than the network buffers between the two hold.
  const writes = 1_000;
  for (let count = 0; count < writes; count++) {
    write(id, here);
    await new Promise(setImmediate);
  }
  await ada.next('feed', ({ seq }) => seq === writes);
  trimHeap();
  // Out of 15 MB.
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(2 * socketLimits.full);
  ben.ws.resume();
  await ben.next('hint', ({ seq }) => seq === writes);
  expect(ben.all('feed').length).toBeLessThan(writes);
});

test('a round of pings is spread over the time until the next one, so that posts do not wait for it', async () => {
  const { node } = spaces();
  const here = await node({ ping: 1_500 });
  const sockets = [await here.enter('ada'), await here.enter('ben'), await here.enter('eve')];
  const pings = await Promise.all(
    sockets.map(
      ({ ws }) => new Promise<number>((pinged) => ws.once('ping', () => pinged(performance.now()))),
    ),
  );
  expect(Math.max(...pings) - Math.min(...pings)).toBeGreaterThan(250);
});

test('a browser hears something before it gives up its socket, whenever it joins', () => {
  // It joined as a round began, is last in the next one, and the database takes five seconds to tell the heads.
  const longest = liveTimes.ping * (1 + pingSpread) + 5_000;
  expect(longest).toBeLessThan(liveLimits.silence * 1_000);
});

/** Frames about a feed as a browser sends them, frames as the server sends them or in another's name, and other JSON. */
const feed = fc.constantFrom('FEED', 'FEED', 'FEED', 'account', 'ada');
const anything = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.oneof(
      fc.record({ type: fc.constant('watch'), feed, after: fc.nat(3) }),
      fc.record({ type: fc.constant('presence'), feed, is_visible: fc.boolean() }),
      fc.record({ type: fc.constantFrom('typing', 'leave'), feed, user_id: fc.constant('ada') }),
    ),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constantFrom('feed', 'hint', 'resync', 'append', 'watch'),
      feed,
      after: fc.constantFrom(-1, 2 ** 60, '0', null),
      before: fc.constant(0),
      seq: fc.nat(3),
      rows: fc.constant({ messages: [{ text: 'Forged' }] }),
    }),
  },
  { weight: 1, arbitrary: fc.jsonValue() },
);

test('whatever an outsider sends, however often, they learn nothing, and the members of a space notice nothing [CHECK-78]', async () => {
  const { node, space, write } = spaces();
  const here = await node();
  const id = space({ ada: [] });
  const ada = await here.join('ada', id);
  ada.send({ type: 'presence', feed: id, is_visible: true });
  await ada.next('presence', ({ count }) => count === 1);
  const known = ada.frames.length;
  const receivedBy = async (frames: readonly unknown[], name: string) => {
    const texts = frames.map((frame) => JSON.stringify(frame));
    const eve = await here.enter('eve');
    for (const text of [...texts, ...texts]) eve.ws.send(text.replaceAll('FEED', name));
    // Handled after everything before it, unless five could not be read.
    const last = newId();
    eve.send({ type: 'watch', feed: last, after: 0 });
    await eventually(() => {
      const isOver = eve.frames.some((one) => one.type === 'closing' || ('feed' in one && one.feed === last));
      expect(isOver).toBe(true);
    });
    eve.ws.terminate();
    await eve.closed;
    return JSON.stringify(eve.frames.slice(1)).replaceAll(name, 'FEED').replaceAll(last, 'LAST');
  };
  let writes = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(anything, { maxLength: 15 }), async (frames) => {
      const received = receivedBy(frames, id);
      write(id, here);
      writes += 1;
      expect(await received).toEqual(await receivedBy(frames, newId()));
    }),
    { numRuns: 30 },
  );
  await eventually(() => expect(ada.all('feed')).toHaveLength(writes));
  expect(ada.frames.slice(known).filter(({ type }) => type !== 'feed')).toEqual([]);
  expect(JSON.stringify(ada.frames)).not.toContain('Forged');
});

test('a person who is removed while they begin to watch stops watching immediately', async () => {
  const { node, space, look, remove, counts } = spaces();
  const here = await node({ check: 60_000 });
  const id = space({ ada: [] });
  const ada = await here.enter('ada');
  const { promise, resolve } = Promise.withResolvers<void>();
  look(promise);
  const { looks } = counts;
  ada.send({ type: 'watch', feed: id, after: 0 });
  await eventually(() => expect(counts.looks).toBeGreaterThan(looks));
  remove(id, 'ada');
  here.personChanged('ada');
  // This check ends before the watching begins.
  for (let turn = 0; turn < 5; turn += 1) await new Promise(setImmediate);
  resolve();
  await ada.next('resync');
  expect(here.watcherCount(id)).toBe(0);
});
