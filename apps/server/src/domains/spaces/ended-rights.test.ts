import pg from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type Circle, circleOf, startWithCircle } from '../../testing/circle.ts';
import { databases, serviceDatabases } from '../../testing/databases.ts';
import { unlimited } from '../../testing/no-limits.ts';
import { startWithPeople } from '../../testing/people.ts';
import { eventually } from '../../testing/server.ts';
import { connect } from '../../testing/sockets.ts';
import { inSpaces } from './testing.ts';

const names = ['ada', 'ben', 'eve'] as const;
type Town = Circle<(typeof names)[number]>;
type Options = NonNullable<Parameters<typeof startWithPeople>[1]>;

/** No poll and no check happens while a test waits. */
const unchecked: Options = { liveTimes: { poll: 60_000, check: 60_000 } };

/** Ways in which Ben can lose the right to follow Ada in her space. */
const ways: Record<string, (town: Town, id: string) => Promise<unknown>> = {
  removed: (town, id) => inSpaces(town, town.ada).remove(id, town.ben),
  banned: (town, id) => inSpaces(town, town.ada).remove(id, town.ben, true),
  blocked: (town) => town.ada.block(town.ben),
  'signed out': (town) => town.call('POST', '/api/auth/signout', { token: town.ben.token }),
};

/** The same people on another node of the same installation. */
async function anotherNode(one: Town, options: Options = {}): Promise<Town> {
  const { place } = one;
  const server = await startWithPeople('postgres', {
    rateLimits: unlimited,
    place,
    at: one.now(),
    ...options,
  });
  const { ada, ben, eve } = one;
  return circleOf(server, { ada, ben, eve });
}

/** Ben and Eve follow Ada's space on `there`; Ben's rights end on `here`. After he is told, nothing else may reach his socket. */
async function end(way: string, here: Town, there: Town, meanwhile = async () => {}) {
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
  await (way === 'signed out' ? ben.next('closing') : ben.next('resync'));
  const received = ben.frames.length;
  await ada.post(id, 'Without Ben');
  const { head: posted } = (await ada.changes(id)).body;
  // A hint, if what ended Ben's rights had not been sent to her before.
  await eventually(() =>
    expect([...eve.all('feed'), ...eve.all('hint')].some(({ seq }) => seq >= posted)).toBe(true),
  );
  eve.send({ type: 'typing', feed: id });
  expect(JSON.stringify(ben.frames.slice(received))).not.toMatch(new RegExp(`Without Ben|${here.ada.id}`));
}

describe.each(serviceDatabases)('on %s', (dialect) => {
  test.each(Object.keys(ways))(
    'a member who was %s receives nothing more, without waiting for a check [CHECK-48 CHECK-77]',
    async (way) => {
      const here = await startWithCircle(dialect, names, unchecked);
      await end(way, here, here);
    },
  );
});

describe.skipIf(!databases.includes('postgres'))('on another node', () => {
  test.each(Object.keys(ways))(
    'a member who was %s receives nothing more, without waiting for a check [CHECK-48 CHECK-77]',
    async (way) => {
      const here = await startWithCircle('postgres', names);
      await end(way, here, await anotherNode(here, unchecked));
    },
  );

  test.each(Object.keys(ways))(
    'a member who was %s receives nothing more after the next check, even if the node was not notified',
    async (way) => {
      const here = await startWithCircle('postgres', names);
      const there = await anotherNode(here, { liveTimes: { poll: 200, check: 200 } });
      const admin = new pg.Client(here.place.url);
      await admin.connect();
      onTestFinished(() => admin.end());
      const listeners = `from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and query in ('select 1', 'listen "polylogue_live"')`;
      await eventually(async () =>
        expect((await admin.query(`select pid ${listeners}`)).rowCount).toBeGreaterThan(1),
      );
      const disconnect = async () =>
        void (await admin.query(`select pg_terminate_backend(pid) ${listeners}`));
      await end(way, here, there, disconnect);
    },
  );
});
