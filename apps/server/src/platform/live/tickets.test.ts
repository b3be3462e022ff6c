import { describe, expect, test } from 'vitest';
import { databases } from '../../testing/databases.ts';
import { startWithPeople } from '../../testing/people.ts';
import { ownTickets, sharedTickets } from './tickets.ts';

/** Tickets of one node, and those of all nodes, on either database. */
describe.each(['one node', ...databases] as const)('tickets of %s', (kind) => {
  async function start() {
    const server = await startWithPeople(kind === 'one node' ? 'sqlite' : kind);
    const { access_token: token } = await server.signUp('ada');
    const { db } = await server.database();
    const userId = (await server.me(token)).body.user_id;
    let time = 1_000;
    const now = () => time;
    const made = kind === 'one node' ? { ...ownTickets(now), async sweep() {} } : sharedTickets(db, now);
    const rows = () => db.selectFrom('live_tickets').selectAll().execute();
    const pass = (ms: number) => {
      time += ms;
    };
    return { ...made, rows, userId, pass };
  }

  test('a ticket is valid once, even if many use it at the same time [CHECK-76]', async () => {
    const { issue, use, userId } = await start();
    const ticket = await issue({ userId, signInId: 'laptop' });
    const used = await Promise.all(Array.from({ length: 5 }, () => use(ticket)));
    expect(used.filter(Boolean)).toEqual([{ userId, signInId: 'laptop' }]);
    expect(await use(ticket)).toBeUndefined();
    expect(await use('made up')).toBeUndefined();
  });

  test('a ticket is valid for thirty seconds, and only its hash is stored until it is swept away [CHECK-76]', async () => {
    const { issue, use, rows, pass, sweep, userId } = await start();
    const [early, late] = [
      await issue({ userId, signInId: 'laptop' }),
      await issue({ userId, signInId: 'laptop' }),
    ];
    expect(early).toMatch(/^[\w-]{43}$/);
    expect(JSON.stringify(await rows())).not.toContain(early);
    pass(29_999);
    expect(await use(early)).toBeDefined();
    pass(1);
    await sweep();
    expect(await rows()).toEqual([]);
    expect(await use(late)).toBeUndefined();
  });
});
