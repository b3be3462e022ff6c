import { describe, expect, test } from 'vitest';
import type { Dialect } from '../../platform/database/dialect.ts';
import { startWithCircle } from '../../testing/circle.ts';
import { databases } from '../../testing/databases.ts';
import { connect } from '../../testing/sockets.ts';
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
const heardBy = (socket: Sockets['ada']) =>
  JSON.stringify([...socket.all('feed'), ...socket.all('typing'), ...socket.all('presence').slice(-1)]);

describe.each(databases)('a space over sockets on %s', (dialect) => {
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

  test('for changes that look different to each person, only the number arrives', async () => {
    const { ada, ben, id, head, sockets } = await start(dialect);
    const { message_id } = (await ada.post(id)).body.message;
    await sockets.ben.next('feed');
    await ben.react(id, message_id);
    expect(await sockets.ada.next('hint')).toEqual({ type: 'hint', feed: id, seq: head + 2 });
  });

  test('a removed person is told to look, and hears nothing more', async () => {
    const { ada, ben, eve, id, sockets } = await start(dialect);
    await eve.remove(id, ben);
    await sockets.ben.next('resync');
    await ada.post(id, 'Between us');
    await sockets.eve.next('feed', ({ rows }) => JSON.stringify(rows).includes('Between us'));
    await sockets.eve.next('presence', ({ count }) => count === 2);
    expect(heardBy(sockets.ben)).not.toContain('Between us');
  });

  test('after a block nothing by one reaches the other: no posts, no typing, no presence', async () => {
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
    expect(heardBy(sockets.ada)).not.toMatch(new RegExp(`${ben.id}|bens-words`));
    expect(heardBy(sockets.ben)).not.toMatch(new RegExp(`${ada.id}|adas-words`));
  });

  test('a post that one of them may not see reaches the others, even before this node has heard of the block', async () => {
    const { circle, ada, ben, id, head, sockets } = await start(dialect);
    const block = { blocker_id: ada.id, blocked_id: ben.id, blocked_at: circle.now() };
    const shown = { was_seen: true, username: 'ben', profile_picture_url: null };
    await circle.db
      .insertInto('blocks')
      .values({ ...block, ...shown })
      .execute();
    await ben.post(id, 'bens-words');
    // The rows are read for ada, whose socket is the first; that does not make them right for everyone.
    expect(await sockets.eve.next('hint')).toEqual({ type: 'hint', feed: id, seq: head + 1 });
    expect(JSON.stringify(sockets.eve.all('feed'))).not.toContain('is_withheld');
  });

  test('people outside a space learn nothing of it', async () => {
    const circle = await startWithCircle(dialect, ['ada', 'eve']);
    const id = await inSpaces(circle, circle.ada).make();
    const eve = await connect(circle, circle.eve.token, { [id]: 0 });
    expect(await eve.next('resync')).toEqual({ type: 'resync', feed: id });
    eve.send({ type: 'presence', feed: id, is_visible: true });
    const ada = await connect(circle, circle.ada.token, { [id]: 0 });
    ada.send({ type: 'presence', feed: id, is_visible: true });
    expect(await ada.next('presence')).toMatchObject({ count: 1 });
    expect(eve.frames.map(({ type }) => type)).toEqual(['welcome', 'resync']);
  });
});
