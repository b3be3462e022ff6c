import { newId } from '@polylogue/sync';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Dialect } from '../../platform/database/dialect.ts';
import { startWithCircle } from '../../testing/circle.ts';
import { serviceDatabases } from '../../testing/databases.ts';
import { eventually } from '../../testing/server.ts';
import { connect } from '../../testing/sockets.ts';
import { blackHole, faultProxy } from '../../testing/tcp-fault-proxy.ts';
import { commands } from './core/command.ts';
import { changingMembers } from './members/members.ts';
import { inSpaces } from './testing.ts';

/** Ada, Ben and Eve in Eve's space, each with a socket that watches it. */
async function start(dialect: Dialect) {
  const circle = await startWithCircle(dialect, ['ada', 'ben', 'eve']);
  const of = (name: 'ada' | 'ben' | 'eve') => ({ ...inSpaces(circle, circle[name]), id: circle[name].id });
  const [ada, ben, eve] = [of('ada'), of('ben'), of('eve')];
  const id = await eve.make({ visibility: 'public' });
  for (const one of [ada, ben]) await one.join(id);
  const head = (await eve.changes(id)).body.head;
  const watch = async (name: 'ada' | 'ben' | 'eve') => {
    const socket = await connect(circle, circle[name].token, { [id]: head });
    socket.send({ type: 'presence', feed: id, is_visible: true });
    return socket;
  };
  const sockets = { ada: await watch('ada'), ben: await watch('ben'), eve: await watch('eve') };
  for (const socket of Object.values(sockets)) await socket.next('presence', ({ count }) => count === 3);
  return { circle, ada, ben, eve, id, head, sockets };
}

type Sockets = Awaited<ReturnType<typeof start>>['sockets'];
const receivedBy = (socket: Sockets['ada']) =>
  JSON.stringify([...socket.all('feed'), ...socket.all('typing'), ...socket.all('presence').slice(-1)]);

describe.each(serviceDatabases)('a space over sockets on %s', (dialect) => {
  test('a post arrives on every socket in the space as it would be fetched, and typing is shown', async () => {
    const { ada, id, head, sockets } = await start(dialect);
    sockets.ada.send({ type: 'typing', feed: id });
    expect(await sockets.ben.next('typing')).toEqual({ type: 'typing', feed: id, user_id: ada.id });
    const { message } = (await ada.post(id, 'Hello everyone')).body;
    const frame = await sockets.ben.next('feed');
    expect(frame).toMatchObject({ feed: id, before: head, seq: head + 1 });
    expect(frame.rows).toEqual({ messages: [message] });
    expect(sockets.ada.all('typing')).toEqual([]);
  });

  test.each([{ muted_until: Date.UTC(2100, 0) }, { role: 'listener' as const }])(
    'who may not post is not shown as typing, whatever their browser sends: %o',
    async (change) => {
      const { circle, ada, eve, id, head, sockets } = await start(dialect);
      const here = () => sockets.eve.all('presence').at(-1)?.count;
      sockets.ada.ws.terminate();
      await eventually(() => expect(here()).toBe(2));
      await eve.setMember(id, ada, change);
      const again = await connect(circle, circle.ada.token, { [id]: head });
      again.send({ type: 'typing', feed: id });
      again.send({ type: 'presence', feed: id, is_visible: true });
      await eventually(() => expect(here()).toBe(3));
      expect(sockets.eve.all('typing')).toEqual([]);
    },
  );

  test('a member whom a host mutes, or lets speak again, is judged anew at once', async () => {
    const { circle, ada, eve, id } = await start(dialect);
    const database = await circle.database();
    const changed: string[] = [];
    const members = changingMembers({
      commands: commands({
        database,
        changed: () => {},
        rightsChanged: (userId) => void changed.push(userId),
        stopTurns: () => {},
        now: circle.now,
      }),
    });
    await members.change({ userId: eve.id, record: () => {} }, id, ada.id, {
      muted_until: Date.UTC(2100, 0),
    });
    await members.change({ userId: eve.id, record: () => {} }, id, ada.id, { muted_until: null });
    await members.change({ userId: eve.id, record: () => {} }, id, ada.id, { role: 'member' });
    expect(changed).toEqual([ada.id, ada.id]);
  });

  test('a mention is news for the account of the person mentioned, wherever they are', async () => {
    const { circle, ada, ben, id } = await start(dialect);
    const elsewhere = await connect(circle, circle.ben.token, { account: 0 });
    await ada.post(id, 'Look', { mentions: [ben.id] });
    const { rows, seq } = await elsewhere.next('feed');
    expect(rows).toEqual({ conversations: [], records: [], notifications: [seq] });
    expect((await ben.notifications()).seq).toBe(seq);
  });

  test('a reaction arrives with its post, as each person would fetch it', async () => {
    const { circle, ada, ben, eve, id, head, sockets } = await start(dialect);
    const { message_id } = (await eve.post(id)).body.message;
    await ben.react(id, message_id);
    for (const [name, is_own] of [
      ['ada', false],
      ['ben', true],
    ] as const) {
      const { rows, seq } = await sockets[name].next('feed', ({ seq }) => seq === head + 2);
      const one = name === 'ada' ? ada : ben;
      expect(rows).toEqual({ messages: (await one.changes(id, seq - 1)).body.messages });
      expect(rows.messages).toMatchObject([{ reactions: [{ count: 1, user_ids: [ben.id], is_own }] }]);
    }
    await circle.ada.block(circle.ben);
    await sockets.ada.next('resync');
    await eve.react(id, message_id);
    const reactionsFor = async (name: 'ada' | 'eve') =>
      (await sockets[name].next('feed', ({ seq }) => seq === head + 3)).rows.messages;
    expect(await reactionsFor('ada')).toMatchObject([{ reactions: [{ count: 1, user_ids: [eve.id] }] }]);
    expect(await reactionsFor('eve')).toMatchObject([{ reactions: [{ count: 2, is_own: true }] }]);
  });

  test('who joins, leaves or is muted changes how many there are in a frame; only the muted one has to fetch', async () => {
    const { ada, ben, eve, id, head, sockets } = await start(dialect);
    await ben.leave(id);
    const left = await sockets.ada.next('feed');
    expect(left).toMatchObject({ seq: head + 1, rows: { people: [2], messages: [{ by_id: ben.id }] } });
    await eve.setMember(id, ada, { muted_until: Date.UTC(2100, 0) });
    expect(await sockets.ada.next('hint')).toMatchObject({ seq: head + 2 });
    const muted = await sockets.eve.next('feed', ({ seq }) => seq === head + 2);
    expect(muted.rows).toEqual({ messages: [], people: [2] });
    await ben.join(id);
    const joined = await sockets.eve.next('feed', ({ seq }) => seq === head + 3);
    expect(joined.rows).toMatchObject({ people: [3] });
    // Rights of a space, its name and its sessions are fetched.
    await eve.change(id, { name: 'Kitchen' });
    await sockets.eve.next('hint', ({ seq }) => seq === head + 4);
  });

  test('a removed person is told to resync, and receives nothing more', async () => {
    const { ada, ben, eve, id, sockets } = await start(dialect);
    await eve.remove(id, ben);
    await sockets.ben.next('resync');
    await ada.post(id, 'Between us');
    await sockets.eve.next('feed', ({ rows }) => JSON.stringify(rows).includes('Between us'));
    await sockets.eve.next('presence', ({ count }) => count === 2);
    expect(receivedBy(sockets.ben)).not.toContain('Between us');
  });

  test('after a block nothing by one reaches the other: no posts, no typing, no presence [SPACE-25 CHECK-48]', async () => {
    const { circle, ada, ben, id, sockets } = await start(dialect);
    await circle.ada.block(circle.ben);
    for (const one of [sockets.ada, sockets.ben]) {
      await one.next('resync');
      await one.next('presence', ({ count }) => count === 2);
    }
    sockets.ben.send({ type: 'typing', feed: id });
    await sockets.eve.next('typing');
    await ben.post(id, 'bens-words');
    await sockets.eve.next('feed', ({ rows }) => JSON.stringify(rows).includes('bens-words'));
    await ada.post(id, 'adas-words');
    await sockets.eve.next('feed', ({ rows }) => JSON.stringify(rows).includes('adas-words'));
    await sockets.ada.next('feed', ({ rows }) => JSON.stringify(rows).includes('adas-words'));
    expect(receivedBy(sockets.ada)).not.toMatch(new RegExp(`${ben.id}|bens-words`));
    expect(receivedBy(sockets.ben)).not.toMatch(new RegExp(`${ada.id}|adas-words`));
  });

  test('a post that one person may not see reaches the others, even before this node learns of the block', async () => {
    const { circle, ada, ben, id, head, sockets } = await start(dialect);
    const block = { blocker_id: ada.id, blocked_id: ben.id, blocked_at: circle.now() };
    const shown = { was_seen: true, username: 'ben', profile_picture_url: null };
    await circle.db
      .insertInto('blocks')
      .values({ ...block, ...shown })
      .execute();
    await ben.post(id, 'bens-words');
    const rowsOf = async (name: 'ada' | 'ben' | 'eve') => (await sockets[name].next('feed')).rows.messages;
    // The rows are read once, but withheld from each by what the database says now.
    expect(await rowsOf('ada')).toEqual([{ seq: head + 1, is_withheld: true }]);
    expect(await rowsOf('eve')).toMatchObject([{ body: 'bens-words' }]);
    expect(await rowsOf('ben')).toMatchObject([{ body: 'bens-words' }]);
  });

  test('the list of spaces says how many others are there, without those behind a block [SPACE-25]', async () => {
    const { circle, ada, ben, eve, id, sockets } = await start(dialect);
    const hereFor = async ({ list }: typeof ada) => (await list())[0]?.people_here;
    expect(await hereFor(ada)).toBe(2);
    await circle.ben.block(circle.ada);
    expect([await hereFor(ada), await hereFor(ben), await hereFor(eve)]).toEqual([1, 1, 2]);
    sockets.eve.send({ type: 'leave', feed: id });
    await eventually(async () => expect(await hereFor(ada)).toBe(0));
  });

  test('a member whose connection went dead is soon no longer shown as present [FAULT-7]', async () => {
    const circle = await startWithCircle(dialect, ['ada', 'eve'], { liveTimes: { ping: 100, pong: 100 } });
    const [ada, eve] = [inSpaces(circle, circle.ada), inSpaces(circle, circle.eve)];
    const id = await eve.make({ visibility: 'public' });
    await ada.join(id);
    const line = await faultProxy(circle.url);
    onTestFinished(line.stop);
    const here = await connect(circle, circle.eve.token, { [id]: 0 });
    const dead = await connect({ ...circle, url: line.url }, circle.ada.token, { [id]: 0 });
    for (const socket of [here, dead]) socket.send({ type: 'presence', feed: id, is_visible: true });
    await here.next('presence', ({ count }) => count === 2);
    line.setFaults(blackHole);
    await eventually(() => expect(here.all('presence').at(-1)?.count).toBe(1));
    expect(dead.ws.readyState).toBe(dead.ws.OPEN);
  });

  test.each([
    'a stranger',
    'an invited person',
    'a former member',
    'a removed member',
    'a banned member',
    'a person blocked by its owner',
    'a member of a closed space',
  ])('%s learns nothing about a space over a socket, not even that it exists [CHECK-45]', async (who) => {
    const circle = await startWithCircle(dialect, ['ada', 'ben', 'eve']);
    const [ada, ben, eve] = [circle.ada, circle.ben, circle.eve].map((one) => inSpaces(circle, one)) as [
      ReturnType<typeof inSpaces>,
      ReturnType<typeof inSpaces>,
      ReturnType<typeof inSpaces>,
    ];
    const id = await ada.make({ visibility: 'public' });
    await ben.join(id);
    const before: Record<string, () => Promise<unknown>> = {
      'an invited person': async () => {
        await circle.eve.become({ privacy_allow_invites: true });
        expect((await ada.invite(id, circle.eve)).status).toBe(200);
      },
      'a former member': async () => [await eve.join(id), await eve.leave(id)],
      'a removed member': async () => [await eve.join(id), await ada.remove(id, circle.eve)],
      'a banned member': async () => [await eve.join(id), await ada.remove(id, circle.eve, true)],
      'a person blocked by its owner': () => circle.ada.block(circle.eve),
      'a member of a closed space': async () => {
        await eve.join(id);
        const closed_at = circle.now();
        await circle.db.updateTable('spaces').set({ closed_at }).where('space_id', '=', id).execute();
      },
    };
    await before[who]?.();
    const isClosed = who === 'a member of a closed space';
    const inside = await connect(circle, circle.ben.token, { [id]: 0 });
    inside.send({ type: 'presence', feed: id, is_visible: true });

    const outside = async (feed: string) => {
      const socket = await connect(circle, circle.eve.token, { [feed]: 0 });
      socket.send({ type: 'watch', feed, after: 1 });
      socket.send({ type: 'presence', feed, is_visible: true });
      socket.send({ type: 'typing', feed });
      await eventually(() => expect(socket.all('resync')).toHaveLength(2));
      await ben.post(id, 'Among us');
      inside.send({ type: 'typing', feed: id });
      if (!isClosed) await inside.next('feed', ({ rows }) => JSON.stringify(rows).includes('Among us'));
      // Frames are handled in turn: this comes after everything before it.
      socket.send({ type: 'watch', feed: newId(), after: 0 });
      await eventually(() => expect(socket.all('resync')).toHaveLength(3));
      return socket.frames.map((frame) =>
        'feed' in frame && frame.feed === feed ? { ...frame, feed: '' } : frame.type,
      );
    };
    expect(await outside(id)).toEqual(await outside(newId()));
    const seen = JSON.stringify([inside.all('presence'), inside.all('typing')]);
    expect(seen).not.toContain(circle.eve.id);
  });
});
