import type { KyselyPlugin } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { Database } from '../../platform/database/database.ts';
import { rateLimits } from '../../platform/limits/limits.ts';
import { type Member, startWithCircle } from '../../testing/circle.ts';
import { addCrowd, blockCrowd } from '../../testing/crowd.ts';
import { databases, serviceDatabases } from '../../testing/databases.ts';
import { strangers, userService } from '../users/service.ts';
import { friendService } from './service.ts';

const open = { privacy_allow_invites: true, privacy_public_profile: true };
const missing = { id: '00000000-0000-7000-8000-000000000000' };

/** Everything one person can find out about another, except for times. */
async function everythingVisible(me: Member, other: { id: string }, code: string) {
  const answers = [
    await me.viewProfile(other),
    await me.status(other),
    await me.linkOwner(code),
    await me.ask(other),
    await me.ask(other, code),
    await me.unfriend(other),
    await me.call('POST', '/report', { reported_user_id: other.id, reason: 'spam' }),
  ];
  return [
    ...answers.map(({ status, body: { error, message } }) => ({ status, error, message })),
    [await me.friends(), await me.incoming(), await me.sent()],
  ];
}

/** The database, recording the kinds of queries it receives. */
function recordingDatabase(database: Database) {
  const kinds: string[] = [];
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      kinds.push(node.kind);
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  const recorded: Database = {
    ...database,
    transaction: (work) => database.transaction((trx) => work(trx.withPlugin(plugin) as typeof trx)),
  };
  return { recorded, kinds };
}

describe.each(serviceDatabases)('on %s', (dialect) => {
  test('lists of people and files are read so often and no more, by each account for itself [FAULT-20]', async () => {
    const { ada, ben } = await startWithCircle(dialect, ['ada', 'ben'], {
      rateLimits: { ...rateLimits, sync: { ...rateLimits.sync, account: { calls: 6, seconds: 60 } } },
    });
    const lists = ['/friends', '/blocked', '/friend-requests', '/sent-friend-requests', '/me/files'];
    const reads = [...lists, `?user_id=${ada.id}`];
    for (const path of reads) expect((await ada.call('GET', path)).status).toBe(200);
    for (const path of reads) expect((await ada.call('GET', path)).status).toBe(429);
    expect((await ben.call('GET', '/friends')).status).toBe(200);
  });

  test('a block ends friendship and requests both ways at once, and is in the blocker’s list [BLOCK-01]', async () => {
    const { ada, ben, eve, befriend, now, db } = await startWithCircle(dialect, ['ada', 'ben', 'eve']);
    await befriend(ada, ben);
    await ada.ask(eve, (await eve.link()).code);
    expect(await ada.block(ben)).toMatchObject({ status: 200, body: {} });
    expect((await eve.block(ada)).body).toEqual({});
    expect([await ada.friends(), await ben.friends(), await ada.sent(), await eve.incoming()]).toEqual(
      Array(4).fill([]),
    );
    expect(await db.selectFrom('friend_requests').selectAll().execute()).toEqual([]);
    expect(await ada.blocked()).toEqual([
      {
        user_id: ben.id,
        username: 'ben',
        profile_picture_url: null,
        blocked_at: new Date(now()).toISOString(),
      },
    ]);
    expect(await ben.blocked()).toEqual([]);
  });

  test('during a block, each looks to the other like an account that does not exist [CHECK-48]', async () => {
    const { ada, ben, joe } = await startWithCircle(dialect, ['ada', 'ben', 'joe']);
    for (const one of [ada, ben, joe]) await one.become(open);
    const codes = { ada: (await ada.link()).code, ben: (await ben.link()).code };
    await ada.block(ben);
    const unknown = await everythingVisible(joe, missing, 'A'.repeat(22));
    expect(await everythingVisible(ben, ada, codes.ada)).toEqual(unknown);
    // The blocker may still report the person, who is visible in their list.
    expect((await everythingVisible(ada, ben, codes.ben)).slice(0, 6)).toEqual(unknown.slice(0, 6));
  });

  test('a blocked person cannot find out by blocking back, unblocking or looking at their list [CHECK-48]', async () => {
    const { ada, ben, joe } = await startWithCircle(dialect, ['ada', 'ben', 'joe']);
    await ada.block(ben);
    const blockedAndListed = async (me: Member, other: { id: string }) => {
      const answers = [await me.block(other), await me.unblock(other), await me.block(other)];
      return [...answers.map(({ status, body }) => ({ status, body })), await me.blocked()];
    };
    const unknown = await blockedAndListed(joe, missing);
    expect(unknown).toEqual([...Array(3).fill({ status: 200, body: {} }), []]);
    expect(await blockedAndListed(joe, { id: 'a\u0000' })).toEqual(unknown);
    expect(await blockedAndListed(ben, ada)).toEqual(unknown);
    // Still, it was a block: when the first is removed, the second can be seen and taken back.
    await ada.unblock(ben);
    expect((await ada.viewProfile(ben)).status).toBe(404);
    expect(await ben.blocked()).toMatchObject([{ user_id: ada.id, username: 'ada' }]);
    await ben.unblock(ada);
    expect((await ada.viewProfile(ben)).status).toBe(200);
  });

  test('who blocks and unblocks somebody all the time, for whom rooms are fetched anew each time, must wait', async () => {
    const { ada, ben } = await startWithCircle(dialect, ['ada', 'ben'], { rateLimits });
    const { calls } = rateLimits.unblock.account;
    for (let i = 0; i < calls; i++) {
      expect((await ada.block(ben)).status).toBe(200);
      expect((await ada.unblock(ben)).status).toBe(200);
    }
    expect((await ada.block(ben)).status).toBe(200);
    expect((await ada.unblock(ben)).status).toBe(429);
  });

  test('blocking makes the same queries and writes, whether the other exists, is hidden or does not exist [CHECK-48]', async () => {
    const { ada, ben, eve, database, now } = await startWithCircle(dialect, ['ada', 'ben', 'eve']);
    await ada.block(ben);
    await eve.become({ user_standing: 'suspended' });
    const { recorded, kinds } = recordingDatabase(await database());
    const users = userService({ database: recorded, relations: strangers, waiver: '2025-02-02', now });
    const { blocks } = friendService({
      requestsChanged: () => {},
      database: recorded,
      users,
      blocksChanged: () => {},
      origin: () => 'https://chat.example.com',
      now,
    });
    const queriesFor = async ({ id }: { id: string }) => {
      kinds.length = 0;
      await blocks.block(ben.id, id);
      await blocks.unblock(ben.id, id);
      // The block itself is written together with the rest.
      return kinds.filter((kind) => kind !== 'InsertQueryNode');
    };
    const unknown = await queriesFor(missing);
    expect(unknown.filter((kind) => kind === 'UpdateQueryNode')).toHaveLength(2);
    for (const other of [ada, eve]) expect(await queriesFor(other)).toEqual(unknown);
  });

  test('a person whom the blocker could see then stays in the list, whatever they do', async () => {
    const { ada, ben } = await startWithCircle(dialect, ['ada', 'ben']);
    await ben.block(ada);
    const list = await ben.blocked();
    await ada.block(ben);
    expect(await ben.blocked()).toEqual(list);
    await ada.become({ user_standing: 'suspended' });
    expect(await ben.blocked()).toEqual(list);
  });

  test('who has blocked 5,000 people unblocks someone before they block another', async () => {
    const circle = await startWithCircle(dialect, ['ada', 'ben', 'joe']);
    const { ada, ben, joe } = circle;
    const database = await circle.database();
    await addCrowd(database, { size: 4_999 });
    await blockCrowd(database, ada.id, 'person');
    expect((await ada.block(ben)).status).toBe(200);
    expect((await ada.block(ben)).status).toBe(200);
    expect((await ada.block(joe)).body).toMatchObject({
      error: 'quota-used',
      message: 'You have blocked 5,000 people, which is the maximum. Unblock someone first.',
    });
    expect((await ada.block(missing)).body.error).toBe('quota-used');
    await ada.unblock(ben);
    expect((await ada.block(joe)).status).toBe(200);
  });

  test('the list shows a blocked person as they were then, whatever they change later', async () => {
    const { ada, ben, db } = await startWithCircle(dialect, ['ada', 'ben']);
    await ben.become({ profile_picture_url: '/images/then/public' });
    await ada.block(ben);
    const list = await ada.blocked();
    expect(list).toMatchObject([{ username: 'ben', profile_picture_url: '/images/then/public' }]);

    const become = (username: string) => ben.call('PUT', '/me', { username });
    expect((await become('ben.hiding')).status).toBe(200);
    await ben.become({ profile_picture_url: '/images/now/public' });
    expect(await ada.blocked()).toEqual(list);
    await ben.block(ada);
    expect((await become('ben.hidden')).status).toBe(200);
    // Blocking again does not update the list.
    await ada.block(ben);
    expect(await ada.blocked()).toEqual(list);

    const report = { reported_user_id: ben.id, reason: 'spam' };
    expect((await ada.call('POST', '/report', report)).status).toBe(200);
    const { snapshot } = await db.selectFrom('reports').select('snapshot').executeTakeFirstOrThrow();
    expect(JSON.parse(snapshot)).toMatchObject({
      username: 'ben',
      profile_picture_url: '/images/then/public',
    });

    await ada.unblock(ben);
    await ben.unblock(ada);
    expect((await ada.viewProfile(ben)).body).toMatchObject({ username: 'ben.hidden' });
  });

  test('blocking does not reveal a suspension', async () => {
    const { ada, ben, joe } = await startWithCircle(dialect, ['ada', 'ben', 'joe']);
    await ada.become({ user_standing: 'suspended' });
    const blockedAndListed = async (me: Member, other: { id: string }) => [
      (await me.block(other)).body,
      await me.blocked(),
    ];
    const unknown = await blockedAndListed(joe, missing);
    expect(await blockedAndListed(ben, ada)).toEqual(unknown);
    expect((await ben.call('POST', '/report', { reported_user_id: ada.id, reason: 'spam' })).status).toBe(
      404,
    );
    // Still, it was a block: when ada is back, it can be seen and taken back.
    await ada.become({ user_standing: 'good' });
    expect(await ben.blocked()).toMatchObject([{ user_id: ada.id, username: 'ada' }]);
  });

  test('only the blocker can unblock, and the earlier relation does not return', async () => {
    const { ada, ben, befriend } = await startWithCircle(dialect, ['ada', 'ben']);
    await befriend(ada, ben);
    await ada.block(ben);
    await ben.unblock(ada);
    expect((await ben.viewProfile(ada)).status).toBe(404);
    for (const _ of Array(2)) expect((await ada.unblock(ben)).status).toBe(200);
    expect((await ben.viewProfile(ada)).body).toMatchObject({ username: 'ada', friendship: 'stranger' });
    expect(await ada.blocked()).toEqual([]);
  });
});

describe.each(databases)('several at once on %s', (dialect) => {
  test('simultaneous requests make one block; people cannot block themselves', async () => {
    const { ada, ben, db } = await startWithCircle(dialect, ['ada', 'ben']);
    await Promise.all(Array.from({ length: 20 }, (_, at) => (at % 2 ? ada.block(ben) : ben.block(ada))));
    expect(await db.selectFrom('blocks').selectAll().execute()).toHaveLength(2);
    expect((await ada.block(ada)).status).toBe(400);
    expect(await db.selectFrom('blocks').selectAll().execute()).toHaveLength(2);
  });

  test('a block wins over a simultaneous request or acceptance', async () => {
    const { ada, ben, db } = await startWithCircle(dialect, ['ada', 'ben']);
    for (const one of [ada, ben]) await one.become(open);
    for (let round = 0; round < 10; round++) {
      const { request_id } = (await ada.ask(ben)).body;
      await Promise.all([ben.answer(request_id, 'accept'), ada.ask(ben), ada.block(ben), ben.ask(ada)]);
      const rows = await db.selectFrom('friendships').selectAll().execute();
      expect([...rows, ...(await db.selectFrom('friend_requests').selectAll().execute())]).toEqual([]);
      await ada.unblock(ben);
    }
  });
});
