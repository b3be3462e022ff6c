import { sql } from 'kysely';
import { test as anyTest, expect, onTestFinished, vi } from 'vitest';
import { databases, freshPlace } from '../../testing/databases.ts';
import { eventually } from '../../testing/server.ts';
import { openDatabase } from '../database/database.ts';
import { type BusEntry, postgresBus } from './node-bus.ts';

const test = anyTest.skipIf(!databases.includes('postgres'));
const times = { batchTime: 20, retryTime: 50 };
const seq = (id: string, number: number): BusEntry => ({ type: 'feed', kind: 'space', id, seq: number });

async function nodes() {
  const place = await freshPlace('postgres');
  const database = await openDatabase(place);
  onTestFinished(() => database.close());
  const sent: string[] = [];
  let isAway = false;
  function node() {
    const received: BusEntry[] = [];
    const log = vi.fn();
    const bus = postgresBus({
      url: place.url ?? '',
      async notify(channel, payload) {
        if (isAway) throw new Error('away');
        sent.push(payload);
        await sql`select pg_notify(${channel}, ${payload})`.execute(database.db);
      },
      onEntry: (entry) => received.push(entry),
      log,
      times,
    });
    onTestFinished(bus.close);
    return { ...bus, received, log };
  }
  const [one, other] = [node(), node()];
  await eventually(() => expect([one.epoch(), other.epoch()]).not.toContain(undefined));
  return {
    one,
    other,
    sent,
    be(away: boolean) {
      isAway = away;
    },
  };
}

test('an entry reaches the other nodes, and not the node that published it', async () => {
  const { one, other } = await nodes();
  const entries: BusEntry[] = [
    seq('a', 1),
    { type: 'person', user_id: 'ada' },
    { type: 'typing', key: 'space a', user_id: 'ada' },
    { type: 'presence', key: 'space a', connection: '1', user_id: 'ada', is_visible: null },
  ];
  for (const entry of entries) one.publish(entry);
  await eventually(() => expect(other.received).toEqual(entries));
  expect(one.received).toEqual([]);
});

test('entries are batched, only the last of each feed, and never more than PostgreSQL accepts', async () => {
  const { one, other, sent } = await nodes();
  for (let number = 1; number <= 100; number++) one.publish(seq('busy', number));
  await eventually(() => expect(other.received).toEqual([seq('busy', 100)]));
  expect(sent).toHaveLength(1);
  const ids = Array.from({ length: 500 }, (_, number) => `${number}-${'ä'.repeat(30)}`);
  for (const id of ids) one.publish(seq(id, 1));
  await eventually(() => expect(other.received).toHaveLength(501));
  expect(sent.length).toBeLessThan(15);
  for (const payload of sent) expect(Buffer.byteLength(payload)).toBeLessThanOrEqual(7_500);
});

test('who is present is renewed after everything else, so that posts do not wait for thousands of them', async () => {
  const { one, other, sent } = await nodes();
  const present = (connection: string): BusEntry => ({
    ...{ type: 'presence', key: 'space a', connection, user_id: 'ada', is_visible: true },
  });
  for (let count = 0; count < 500; count++) one.publish(present(`${count}`));
  one.publish(seq('b', 1));
  await eventually(() => expect(other.received).toHaveLength(501));
  expect(sent.length).toBeGreaterThan(3);
  // The first was on its way already.
  expect(sent[1]).toContain('"feed"');
});

test('an entry that is too large is left out, and delays none of the others', async () => {
  const { one, other, sent } = await nodes();
  const large = (name: string): BusEntry => ({ type: 'typing', key: name.repeat(8_000), user_id: 'ada' });
  for (const name of ['a', 'b']) one.publish(large(name));
  one.publish(seq('c', 1));
  await eventually(() => expect(other.received).toEqual([seq('c', 1)]));
  expect(sent).toHaveLength(1);
  expect(one.log).toHaveBeenCalledTimes(1);
});

test('what could not be sent is sent later, once', async () => {
  const { one, other, be } = await nodes();
  be(true);
  one.publish(seq('a', 1));
  one.publish({ type: 'typing', key: 'space a', user_id: 'ada' });
  await eventually(() => expect(one.log).toHaveBeenCalled());
  one.publish(seq('a', 2));
  be(false);
  await eventually(() => expect(other.received).toContainEqual(seq('a', 2)));
  one.publish(seq('b', 1));
  await eventually(() => expect(other.received).toContainEqual(seq('b', 1)));
  expect(other.received.filter((entry) => entry.type !== 'feed')).toEqual([]);
});

test('a closing node still sends what is queued', async () => {
  const { one, other } = await nodes();
  one.publish(seq('a', 1));
  await one.close();
  await eventually(() => expect(other.received).toEqual([seq('a', 1)]));
});
