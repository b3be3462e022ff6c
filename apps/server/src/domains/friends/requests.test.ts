import { describe, expect, test } from 'vitest';
import { type Member, startWithCircle } from '../../testing/circle.ts';
import { databases, serviceDatabases } from '../../testing/databases.ts';
import { eventually } from '../../testing/server.ts';
import { connect } from '../../testing/sockets.ts';

const day = 24 * 60 * 60 * 1000;
const open = { privacy_allow_invites: true };
const missing = { id: '00000000-0000-7000-8000-000000000000' };

const idIn = (body: { request_id: string | null }) => body.request_id;
const times = <Result>(count: number, work: (at: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: count }, (_, at) => work(at)));

describe.each(serviceDatabases)('on %s', (dialect) => {
  test('one sends a request, the other sees and accepts it, and both are friends [FRIEND-01 FRIEND-02 FRIEND-03 FRIEND-04 FRIEND-05 FRIEND-06 FRIEND-07 FRIEND-08 FRIEND-10]', async () => {
    const { ada, ben, now } = await startWithCircle(dialect, ['ada', 'ben']);
    await ben.become(open);
    const sent = await ada.ask(ben);
    expect(sent.body).toEqual({
      user_id: ben.id,
      friendship: 'outgoing',
      request_id: expect.any(String),
      since: null,
    });
    expect((await ada.status(ben)).body).toEqual(sent.body);
    const created_at = new Date(now()).toISOString();
    const request_id = idIn(sent.body);
    expect(await ada.sent()).toEqual([
      { request_id, created_at, user: expect.objectContaining({ username: 'ben', friendship: 'outgoing' }) },
    ]);
    expect(await ada.incoming()).toEqual([]);
    expect(await ben.incoming()).toEqual([
      { request_id, created_at, user: expect.objectContaining({ username: 'ada', friendship: 'incoming' }) },
    ]);
    expect((await ben.status(ada)).body).toMatchObject({ friendship: 'incoming', request_id });

    const accepted = await ben.answer(request_id, 'accept');
    expect(accepted.body).toEqual({
      user_id: ada.id,
      friendship: 'friend',
      request_id: null,
      since: created_at,
    });
    for (const [one, other] of [
      [ada, ben],
      [ben, ada],
    ] as const) {
      expect(await one.friends()).toEqual([
        {
          user: expect.objectContaining({ username: other.username, friendship: 'friend' }),
          since: created_at,
        },
      ]);
      expect([await one.incoming(), await one.sent()]).toEqual([[], []]);
    }
  });

  test('the number of waiting requests, and the newest, are returned without the people [NEWS-01]', async () => {
    const { ada, ben, eve, pass } = await startWithCircle(dialect, ['ada', 'ben', 'eve']);
    const summary = async () => (await ben.call('GET', '/friend-requests/summary')).body;
    await ben.become(open);
    expect(await summary()).toEqual({ count: 0, newest: null });
    const first = idIn((await ada.ask(ben)).body);
    expect(await summary()).toEqual({ count: 1, newest: first });
    pass(1_000);
    const second = idIn((await eve.ask(ben)).body);
    expect(await summary()).toEqual({ count: 2, newest: second });
    expect((await ben.incoming()).map(idIn)).toEqual([second, first]);
    await ben.answer(second, 'decline');
    expect(await summary()).toEqual({ count: 1, newest: first });
    await ada.answer(first, 'cancel');
    expect(await summary()).toEqual({ count: 0, newest: null });
  });

  test('open pages hear of a request and of its answer, but who sent it does not hear that it was declined', async () => {
    const circle = await startWithCircle(dialect, ['ada', 'ben', 'eve'], {
      liveTimes: { news: 20, ping: 50 },
    });
    const { ada, ben, eve } = circle;
    for (const one of [ada, ben]) await one.become(open);
    const [adas, bens] = [
      await connect(circle, ada.token, { account: 0 }),
      await connect(circle, ben.token, { account: 0 }),
    ];
    const counted = (page: typeof adas) => page.all('news').filter(({ requests }) => requests).length;
    const heard = (page: typeof adas, count: number) => eventually(() => expect(counted(page)).toBe(count));

    const request_id = idIn((await ada.ask(ben)).body);
    await heard(bens, 1);
    await heard(adas, 1);
    await ben.answer(request_id, 'decline');
    await heard(bens, 2);
    // What was sent before these has arrived.
    const { length } = adas.all('heads');
    await eventually(() => expect(adas.all('heads').length).toBeGreaterThan(length + 1));
    expect(counted(adas)).toBe(1);
    await eve.ask(ada);
    await heard(adas, 2);
  });

  test('an acceptance whose response was lost can be repeated, but only by the same person', async () => {
    const { ada, ben, eve } = await startWithCircle(dialect, ['ada', 'ben', 'eve']);
    await ben.become(open);
    const request_id = idIn((await ada.ask(ben)).body);
    const answers = await times(5, () => ben.answer(request_id, 'accept'));
    const late = await ben.answer(request_id, 'accept');
    for (const answer of answers) expect(answer.body).toEqual(late.body);
    expect(late.body.friendship).toBe('friend');
    for (const other of [ada, eve]) expect((await other.answer(request_id, 'accept')).status).toBe(404);
  });

  test('a person who does not accept strangers gets requests only from people who have their link or whom they asked', async () => {
    const { ada, ben, eve } = await startWithCircle(dialect, ['ada', 'ben', 'eve']);
    const refused = await ada.ask(ben);
    expect(refused).toMatchObject({ status: 403, body: { error: 'not-allowed' } });
    expect((refused.body as unknown as { message: string }).message).toContain(
      'Ask them for their friend link.',
    );
    expect((await ada.ask(ben, (await eve.link()).code)).status).toBe(403);
    expect((await ada.ask(ben, (await ben.link()).code)).body.friendship).toBe('outgoing');
    // Ada does not accept requests from strangers either, but she has sent one herself.
    expect((await ben.ask(ada)).body.friendship).toBe('friend');
  });

  test('declining is silent: the sender sees no change, and asking again has no effect for thirty days', async () => {
    const { ada, ben, db } = await startWithCircle(dialect, ['ada', 'ben']);
    await ben.become(open);
    const sent = (await ada.ask(ben)).body;
    const before = await ada.sent();
    expect((await ben.answer(sent.request_id, 'decline')).body.friendship).toBe('stranger');
    expect((await ben.answer(sent.request_id, 'decline')).status).toBe(200);
    expect(await ben.incoming()).toEqual([]);
    expect((await ben.viewProfile(ada)).body.friendship).toBe('stranger');
    expect(await ada.sent()).toEqual(before);
    expect((await ada.status(ben)).body).toEqual(sent);
    expect((await ada.viewProfile(ben)).body.friendship).toBe('outgoing');
    expect((await ada.ask(ben)).body).toEqual(sent);
    expect((await ada.ask(ben, (await ben.link()).code)).body).toEqual(sent);
    expect(await ben.incoming()).toEqual([]);

    // Neither taking it back and asking again nor blocking for a moment gets around it.
    expect((await ada.answer(sent.request_id, 'cancel')).body.friendship).toBe('stranger');
    expect(await ada.sent()).toEqual([]);
    const again = (await ada.ask(ben)).body;
    expect(again).toMatchObject({ friendship: 'outgoing', request_id: expect.any(String) });
    expect(again.request_id).not.toBe(sent.request_id);
    await ada.block(ben);
    await ada.unblock(ben);
    const last = (await ada.ask(ben)).body;
    expect(last.friendship).toBe('outgoing');
    expect(await ben.incoming()).toEqual([]);

    await db
      .updateTable('friend_requests')
      .set((row) => ({ declined_at: row('declined_at', '-', 30 * day) }))
      .execute();
    expect((await ada.ask(ben)).body).toEqual(last);
    expect(await ben.incoming()).toMatchObject([{ request_id: last.request_id }]);
  });

  test('a person who declined can still send a request, and then both are friends', async () => {
    const { ada, ben } = await startWithCircle(dialect, ['ada', 'ben']);
    const { request_id } = (await ada.ask(ben, (await ben.link()).code)).body;
    await ben.answer(request_id, 'decline');
    expect((await ben.ask(ada)).body.friendship).toBe('friend');
    expect(await ada.sent()).toEqual([]);
  });

  test('a request is taken back by its sender, answered by its recipient, and invisible to everyone else', async () => {
    const { ada, ben, eve } = await startWithCircle(dialect, ['ada', 'ben', 'eve']);
    await ben.become(open);
    const { request_id } = (await ada.ask(ben)).body;
    const refusals = [
      await ada.answer(request_id, 'accept'),
      await ada.answer(request_id, 'decline'),
      await ben.answer(request_id, 'cancel'),
      ...(await Promise.all(['accept', 'decline', 'cancel'].map((action) => eve.answer(request_id, action)))),
      ...(await Promise.all(['accept', 'decline', 'cancel'].map((action) => eve.answer(missing.id, action)))),
    ];
    const message = 'This friend request no longer exists.';
    for (const { status, body } of refusals) {
      expect({ status, body }).toMatchObject({ status: 404, body: { error: 'not-found', message } });
    }
    expect(await ben.incoming()).toHaveLength(1);
    expect((await ada.answer(request_id, 'cancel')).body.friendship).toBe('stranger');
    expect((await ben.answer(request_id, 'accept')).status).toBe(404);
    expect(await ben.incoming()).toEqual([]);
  });

  test('unfriending is silent, and can be repeated [FRIEND-09]', async () => {
    const { ada, ben, befriend } = await startWithCircle(dialect, ['ada', 'ben']);
    await befriend(ada, ben);
    for (const _ of Array(2)) expect(await ada.unfriend(ben)).toMatchObject({ status: 200, body: {} });
    for (const one of [ada, ben]) {
      expect([await one.friends(), await one.incoming(), await one.sent()]).toEqual([[], [], []]);
    }
    expect((await ben.status(ada)).body.friendship).toBe('stranger');
  });

  test('people cannot ask themselves, or an account that does not exist', async () => {
    const { ada, ben } = await startWithCircle(dialect, ['ada', 'ben']);
    expect((await ada.ask(ada)).status).toBe(400);
    expect((await ada.status(ada)).body).toMatchObject({ friendship: 'self', request_id: null });
    await ben.become({ ...open, user_standing: 'suspended' });
    for (const other of [missing, ben, { id: '' }, { id: 'a\u0000b' }, { id: "' or 1=1" }]) {
      const answers = [await ada.ask(other), await ada.status(other), await ada.unfriend(other)];
      for (const { status, body } of answers) {
        expect({ status, body }).toMatchObject({
          status: 404,
          body: { error: 'not-found', message: 'User not found' },
        });
      }
    }
  });

  test('a person of limited standing cannot ask strangers, but can answer and accept', async () => {
    const { ada, ben, eve } = await startWithCircle(dialect, ['ada', 'ben', 'eve']);
    await ben.become(open);
    await ada.become({ ...open, user_standing: 'limited' });
    const { code } = await ben.link();
    for (const answer of [await ada.ask(ben), await ada.ask(ben, code)]) {
      expect(answer).toMatchObject({
        status: 403,
        body: {
          error: 'not-allowed',
          message: expect.stringMatching(/may not contact people you do not know/),
        },
      });
    }
    expect((await ada.linkOwner(code)).body.can.befriend).toBe(false);
    const { request_id } = (await ben.ask(ada)).body;
    expect((await ada.answer(request_id, 'accept')).body.friendship).toBe('friend');
    await eve.ask(ada);
    expect((await ada.ask(eve)).body.friendship).toBe('friend');
  });

  test('`can` lists exactly what a person may do', async () => {
    const { ada, ben, db } = await startWithCircle(dialect, ['ada', 'ben']);
    const before: ((me: Member, other: Member) => Promise<unknown>)[] = [
      async () => {},
      async (me, other) => me.ask(other),
      async (me, other) => other.ask(me),
      async (me, other) => [await me.ask(other), await other.ask(me)],
    ];
    for (const standing of ['good', 'limited'] as const) {
      for (const allows of [true, false]) {
        for (const [at, prepare] of before.entries()) {
          await db.deleteFrom('friendships').execute();
          await db.deleteFrom('friend_requests').execute();
          for (const one of [ada, ben]) await one.become({ ...open, user_standing: 'good' });
          await prepare(ada, ben);
          await ada.become({ user_standing: standing });
          await ben.become({ privacy_allow_invites: allows });
          const { can, friendship } = (await ada.viewProfile(ben)).body;
          const after = (await ada.ask(ben)).body.friendship;
          const isNew = after !== undefined && after !== friendship;
          expect({ at, standing, allows, befriend: can.befriend }).toEqual({
            at,
            standing,
            allows,
            befriend: isNew,
          });
          expect(can.unfriend).toBe(friendship === 'friend');
        }
      }
    }
  });

  test('up to a hundred requests can be unanswered', async () => {
    const { ada, ben, db, now } = await startWithCircle(dialect, ['ada', 'ben']);
    await ben.become(open);
    const others = await strangers(db, 100, now());
    await db
      .insertInto('friend_requests')
      .values(others.map((id) => request(ada.id, id, now())))
      .execute();
    expect(await ada.ask(ben)).toMatchObject({
      status: 403,
      body: { error: 'not-allowed', message: expect.stringContaining('100 friend requests') },
    });
    const [first] = await ada.sent();
    await ada.answer(first?.request_id ?? '', 'cancel');
    // Of several at once, only one fits.
    const eves = await strangers(db, 5, now(), 'more');
    await db.updateTable('users').set(open).execute();
    const answers = await Promise.all(eves.map((id) => ada.ask({ id })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403, 403, 403, 403]);
  });

  test('of any number of requests the newest 500 are listed, and others as these are answered', async () => {
    const { ada, db, now } = await startWithCircle(dialect, ['ada']);
    const others = await strangers(db, 730, now());
    const rows = others.map((id, at) => request(id, ada.id, now() + at));
    for (let from = 0; from < rows.length; from += 250) {
      await db
        .insertInto('friend_requests')
        .values(rows.slice(from, from + 250))
        .execute();
    }
    // Those of suspended people are not shown, and take nobody's place.
    await db
      .updateTable('users')
      .set({ user_standing: 'suspended' })
      .where('user_id', 'in', others.slice(600))
      .execute();
    const names = async () => (await ada.incoming()).map(({ user }) => user.username);
    expect(await names()).toEqual(others.slice(100, 600).toReversed());
    await ada.answer(`person599-${ada.id}`.slice(0, 64), 'decline');
    expect(await names()).toEqual(others.slice(99, 599).toReversed());
  });

  test('a person can have at most a thousand friends', async () => {
    const { ada, ben, db, now } = await startWithCircle(dialect, ['ada', 'ben']);
    const others = await strangers(db, 1000, now());
    const rows = others.map((id, at) => ({
      ...(ada.id < id ? { low_id: ada.id, high_id: id } : { low_id: id, high_id: ada.id }),
      since: now(),
      asked_by: id,
      request_id: `r${at}`,
    }));
    for (let from = 0; from < rows.length; from += 250) {
      await db
        .insertInto('friendships')
        .values(rows.slice(from, from + 250))
        .execute();
    }
    await Promise.all([ada.become(open), ben.become(open)]);
    expect(await ada.friends()).toHaveLength(1000);
    expect((await ada.ask(ben)).body).toMatchObject({
      message: expect.stringContaining('You have 1,000 friends'),
    });
    const { request_id } = (await ben.ask(ada)).body;
    expect((await ada.answer(request_id, 'accept')).status).toBe(403);
    await ada.unfriend({ id: others[0] ?? '' });
    expect((await ada.answer(request_id, 'accept')).body.friendship).toBe('friend');
    expect((await ada.friends()).map(({ user }) => user.username).slice(0, 2)).toEqual(['ben', 'person1']);
  });

  test('friends are sorted by the name that is shown', async () => {
    const { ada, ben, eve, joe, befriend } = await startWithCircle(dialect, ['ada', 'ben', 'eve', 'joe']);
    for (const other of [ben, eve, joe]) await befriend(ada, other);
    await ben.become({ first_name: 'zoë', last_name: 'Adams' });
    await eve.become({ first_name: 'Émile' });
    expect((await ada.friends()).map(({ user }) => user.username)).toEqual(['eve', 'joe', 'ben']);
  });
});

describe.each(databases)('several at once on %s', (dialect) => {
  test('twenty requests at once are one request', async () => {
    const { ada, ben } = await startWithCircle(dialect, ['ada', 'ben']);
    await ben.become(open);
    const answers = await times(20, () => ada.ask(ben));
    expect(new Set(answers.map(({ status, body }) => `${status} ${idIn(body)}`)).size).toBe(1);
    expect(await ben.incoming()).toHaveLength(1);
  });

  test('people who send each other requests at the same time are friends, once', async () => {
    const { ada, ben, db } = await startWithCircle(dialect, ['ada', 'ben']);
    await Promise.all([ada.become(open), ben.become(open)]);
    const answers = await times(20, (at) => (at % 2 ? ada.ask(ben) : ben.ask(ada)));
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(await db.selectFrom('friendships').selectAll().execute()).toHaveLength(1);
    expect(await db.selectFrom('friend_requests').selectAll().execute()).toEqual([]);
    expect((await ada.status(ben)).body.friendship).toBe('friend');
    expect((await ben.status(ada)).body.friendship).toBe('friend');
  });

  test('accepting, declining, taking back and blocking at the same time leave nothing half done', async () => {
    const { ada, ben, db } = await startWithCircle(dialect, ['ada', 'ben']);
    await ben.become(open);
    for (let round = 0; round < 5; round++) {
      const request_id = idIn((await ada.ask(ben)).body);
      await Promise.all([
        ben.answer(request_id, 'accept'),
        ada.answer(request_id, 'cancel'),
        ben.answer(request_id, 'accept'),
        ...(round % 2 ? [ben.block(ada)] : []),
        ada.ask(ben),
      ]);
      const rows = [
        ...(await db.selectFrom('friendships').selectAll().execute()),
        ...(await db.selectFrom('friend_requests').selectAll().execute()),
      ];
      expect(rows.length).toBeLessThanOrEqual(round % 2 ? 0 : 1);
      await ben.unblock(ada);
      await ada.unfriend(ben);
      const left = (await ada.sent())[0];
      if (left) await ada.answer(left.request_id, 'cancel');
    }
  });
});

const request = (from: string, to: string, at: number) => ({
  request_id: `${from}-${to}`.slice(0, 64),
  from_id: from,
  to_id: to,
  sent_at: at,
  reached_at: at,
  declined_at: null,
  withdrawn_at: null,
});

/** This many accounts without sign-ins. */
async function strangers(
  db: Awaited<ReturnType<typeof startWithCircle>>['db'],
  count: number,
  at: number,
  name = 'person',
): Promise<string[]> {
  const ids = Array.from({ length: count }, (_, index) => `${name}${index}`);
  for (let from = 0; from < count; from += 100) {
    await db
      .insertInto('users')
      .values(
        ids.slice(from, from + 100).map((id) => ({
          user_id: id,
          auth_provider: 'password' as const,
          username: id,
          username_canonical: id,
          email: `${id}@example.com`,
          email_canonical: `${id}@example.com`,
          hashed_password: 'x',
          email_verified: false,
          phone_number_verified: false,
          previous_usernames: '[]',
          privacy_public_profile: false,
          privacy_allow_search: false,
          privacy_allow_invites: false,
          user_standing: 'good' as const,
          created_at: at,
          updated_at: at,
          // Everything else is null.
        })) as never,
      )
      .execute();
  }
  return ids;
}
