import pg from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type Circle, circleOf, startWithCircle } from '../../testing/circle.ts';
import { databases } from '../../testing/databases.ts';
import { startWithPeople } from '../../testing/people.ts';
import { eventually } from '../../testing/server.ts';
import { connect } from '../../testing/sockets.ts';
import { unlimited } from '../../testing/unhurried.ts';
import { inSpaces } from './testing.ts';

const names = ['ada', 'ben', 'eve'] as const;
type Town = Circle<(typeof names)[number]>;

/** Ways in which Ben can lose the right to hear of Ada in her space. */
const ways: Record<string, (town: Town, id: string) => Promise<unknown>> = {
  removed: (town, id) => inSpaces(town, town.ada).remove(id, town.ben),
  banned: (town, id) => inSpaces(town, town.ada).remove(id, town.ben, true),
  blocked: (town) => town.ada.block(town.ben),
  'signed out': (town) => town.call('POST', '/api/auth/signout', { token: town.ben.token }),
};

/** The same people on another node of the same installation. */
async function anotherNode(one: Town): Promise<Town> {
  const { place } = one;
  const server = await startWithPeople('postgres', { rateLimits: unlimited, place, at: one.now() });
  const { ada, ben, eve } = one;
  return circleOf(server, { ada, ben, eve });
}

/** Ben and Eve follow Ada's space on `there`; what is done to Ben is done on `here`. Returns how long he heard of it. */
async function end(way: string, here: Town, there: Town, meanwhile = async () => {}): Promise<number> {
  const ada = inSpaces(here, here.ada);
  const id = await ada.make({ visibility: 'public' });
  for (const name of ['ben', 'eve'] as const) await inSpaces(here, here[name]).join(id);
  const { head } = (await ada.changes(id)).body;
  const [ben, eve] = [
    await connect(there, here.ben.token, { [id]: head }),
    await connect(there, here.eve.token, { [id]: head }),
  ];
  for (const socket of [ben, eve]) socket.send({ type: 'presence', feed: id, is_visible: true });
  await ben.next('presence', ({ count }) => count === 2);

  await meanwhile();
  await ways[way]?.(here, id);
  const at = performance.now();
  await (way === 'signed out' ? ben.next('closing') : ben.next('resync'));
  const took = performance.now() - at;
  const heard = ben.frames.length;
  await ada.post(id, 'Without Ben');
  await eve.next('feed', ({ rows }) => JSON.stringify(rows).includes('Without Ben'));
  eve.send({ type: 'typing', feed: id });
  expect(JSON.stringify(ben.frames.slice(heard))).not.toMatch(new RegExp(`Without Ben|${here.ada.id}`));
  return took;
}

describe.each(databases)('on %s', (dialect) => {
  test.each(Object.keys(ways))('somebody who was %s hears nothing after a second', async (way) => {
    const here = await startWithCircle(dialect, names);
    expect(await end(way, here, here)).toBeLessThan(1_000);
  });
});

describe.skipIf(!databases.includes('postgres'))('on another node', () => {
  test.each(Object.keys(ways))('somebody who was %s hears nothing after five seconds', async (way) => {
    const here = await startWithCircle('postgres', names);
    expect(await end(way, here, await anotherNode(here))).toBeLessThan(5_000);
  });

  test.each(Object.keys(ways))(
    'somebody who was %s hears nothing after five seconds, even if the node was not told',
    async (way) => {
      const here = await startWithCircle('postgres', names);
      const there = await anotherNode(here);
      const admin = new pg.Client(here.place.url);
      await admin.connect();
      onTestFinished(() => admin.end());
      const listeners = `from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and query in ('select 1', 'listen "polylogue_live"')`;
      await eventually(async () =>
        expect((await admin.query(`select pid ${listeners}`)).rowCount).toBeGreaterThan(1),
      );
      const cut = async () => void (await admin.query(`select pg_terminate_backend(pid) ${listeners}`));
      expect(await end(way, here, there, cut)).toBeLessThan(5_000);
    },
  );
});
