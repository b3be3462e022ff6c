import pg from 'pg';
import { test as anyTest, expect, onTestFinished } from 'vitest';
import { browser } from '../../domains/conversations/testing.ts';
import { databases } from '../../testing/databases.ts';
import { startWithPeople } from '../../testing/people.ts';
import { eventually } from '../../testing/server.ts';
import { connect } from '../../testing/sockets.ts';
import type { LiveTimes } from './times.ts';

const test = anyTest.skipIf(!databases.includes('postgres'));

/** One person, and two nodes on one database. */
async function start(liveTimes: Partial<LiveTimes> = {}) {
  const one = await startWithPeople('postgres');
  const { access_token: token } = await one.signUp('ada');
  const other = await startWithPeople('postgres', { place: one.place, at: one.now(), liveTimes });
  const admin = new pg.Client(one.place.url);
  await admin.connect();
  onTestFinished(() => admin.end());
  const listening = async (): Promise<number[]> => {
    const query = `select pid from pg_stat_activity
      where datname = current_database() and query in ('select 1', 'listen "polylogue_live"')`;
    return (await admin.query(query)).rows.map(({ pid }) => pid);
  };
  return { one, other, token, ada: browser(one, token), admin, listening };
}

test('what is stored through one node reaches a socket on another without waiting for a poll', async () => {
  const { other, token, ada, listening } = await start({ poll: 60_000 });
  await eventually(async () => expect(await listening()).toHaveLength(2));
  const socket = await connect(other, token);
  for (let seq = 1; seq <= 5; seq++) {
    await ada.ask(`Number ${seq}`);
    await socket.next('feed', (frame) => frame.seq === seq);
  }
});

test('a node that loses its listening connection still learns of changes by polling [FAULT-30]', async () => {
  const { other, token, ada, admin, listening } = await start();
  const socket = await connect(other, token);
  await ada.ask('Before');
  await socket.next('feed', ({ seq }) => seq === 1);
  await eventually(async () => expect(await listening()).toHaveLength(2));
  for (const pid of await listening()) await admin.query('select pg_terminate_backend($1)', [pid]);
  await ada.ask('Unheard');
  await socket.next('feed', ({ seq }) => seq === 2);
});
