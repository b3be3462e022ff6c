import { randomBytes } from 'node:crypto';
import { DefaultQueryExecutor } from 'kysely';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { hashOf } from '../../platform/tokens/hash.ts';
import { databases, serviceDatabases } from '../../testing/databases.ts';
import { password, startWithPeople } from '../../testing/people.ts';

const second = 1000;
const minute = 60 * second;
const day = 24 * 60 * minute;

interface Refreshed {
  status: number;
  headers: Headers;
}
const accessIn = ({ headers }: Refreshed) => headers.get('x-access-token') ?? '';
const refreshIn = ({ headers }: Refreshed) => headers.get('x-refresh-token') ?? '';

describe.each(serviceDatabases)('on %s', (dialect) => {
  test('a refresh token is exchanged for new tokens, in headers, and both old ones stay valid for a while [API-07 API-08]', async () => {
    const { signUp, refresh, me } = await startWithPeople(dialect);
    const tokens = await signUp();
    const next = await refresh(tokens.refresh_token);
    expect(next).toMatchObject({ status: 200, body: {} });
    expect(accessIn(next).split('.')).toHaveLength(3);
    expect(refreshIn(next)).not.toBe(tokens.refresh_token);
    expect((await me(accessIn(next))).status).toBe(200);
    expect((await me(tokens.access_token)).status).toBe(200);
    expect((await refresh(refreshIn(next))).status).toBe(200);
  });

  test('an access token is valid for ten minutes', async () => {
    const { signUp, me, pass } = await startWithPeople(dialect);
    const { access_token } = await signUp();
    pass(9 * minute);
    expect((await me(access_token)).status).toBe(200);
    pass(minute + second);
    expect((await me(access_token)).status).toBe(401);
  });

  test('nothing in the database is a token or lets anyone make one [CHECK-34]', async () => {
    const { signUp, refresh, database } = await startWithPeople(dialect);
    const tokens = await signUp();
    const next = refreshIn(await refresh(tokens.refresh_token));
    const { db } = await database();
    const all = JSON.stringify([
      await db.selectFrom('sign_ins').selectAll().execute(),
      await db.selectFrom('mail_tokens').selectAll().execute(),
    ]);
    for (const token of [tokens.refresh_token, next]) {
      const [id = '', secret = ''] = token.split('.');
      expect(all).toContain(id);
      expect(secret).toMatch(/^[\w-]{43}$/);
      expect(all).not.toContain(secret);
    }
  });

  test('a lost response is repeated, however late [CHECK-36 FAULT-12]', async () => {
    const { signUp, refresh, pass } = await startWithPeople(dialect);
    const { refresh_token } = await signUp();
    const lost = refreshIn(await refresh(refresh_token));
    pass(3 * day);
    expect(refreshIn(await refresh(refresh_token))).toBe(lost);
    expect((await refresh(lost)).status).toBe(200);
  });

  test('reusing an old token ends the sign-in, whoever uses it [CHECK-34]', async () => {
    const { signUp, refresh, me } = await startWithPeople(dialect);
    const chain = [(await signUp()).refresh_token];
    for (const _ of Array(3)) chain.push(refreshIn(await refresh(chain.at(-1) ?? '')));
    const newest = await refresh(chain.at(-1) ?? '');
    expect((await me(accessIn(newest))).status).toBe(200);
    const replayed = await refresh(chain[0] ?? '');
    expect(replayed).toMatchObject({ status: 401, body: { error: 'signed-out' } });
    expect((await refresh(refreshIn(newest))).status).toBe(401);
    expect((await me(accessIn(newest))).status).toBe(401);
  });

  test('once the successor is in use, using its parent counts as theft after a minute [CHECK-36]', async () => {
    const { signUp, refresh, me, pass } = await startWithPeople(dialect);
    const { refresh_token } = await signUp();
    const next = await refresh(refresh_token);
    expect((await me(accessIn(next))).status).toBe(200);
    // A second tab a moment later is not a thief.
    expect(refreshIn(await refresh(refresh_token))).toBe(refreshIn(next));
    pass(2 * minute);
    expect((await refresh(refresh_token)).status).toBe(401);
    expect((await refresh(refreshIn(next))).status).toBe(401);
  });

  test('invalid tokens change nothing', async () => {
    const { signUp, refresh, call } = await startWithPeople(dialect);
    const { refresh_token } = await signUp();
    const [id] = refresh_token.split('.');
    for (const token of [
      '',
      'x',
      'null',
      '..',
      `${id}`,
      `${id}.`,
      `${id}.${'A'.repeat(44)}`,
      'A'.repeat(5000),
    ]) {
      expect((await refresh(token)).status).toBe(401);
    }
    expect((await call('POST', '/api/auth/refresh')).status).toBe(401);
    expect((await refresh(refresh_token)).status).toBe(200);
  });

  test('knowing the id of a sign-in is not enough to end it by guessing its secret [CHECK-34]', async () => {
    const { signUp, refresh, me } = await startWithPeople(dialect);
    const [{ access_token, refresh_token }, other] = [await signUp(), await signUp('ben')];
    const [id = '', secret = ''] = refresh_token.split('.');
    const claims = JSON.parse(Buffer.from(access_token.split('.')[1] ?? '', 'base64url').toString());
    expect(claims.sid).toBe(id);
    for (const guess of [
      randomBytes(32).toString('base64url'),
      'A'.repeat(43),
      other.refresh_token.split('.')[1],
      `${secret.slice(1)}A`,
      // The same bytes, encoded in another way.
      secret.slice(0, -1) + String.fromCharCode(secret.charCodeAt(42) + 1),
    ]) {
      expect(await refresh(`${id}.${guess}`)).toMatchObject({ status: 401, body: { error: 'signed-out' } });
    }
    expect((await me(access_token)).status).toBe(200);
    expect((await refresh(refresh_token)).status).toBe(200);
  });

  test('another server also recognises our tokens', async () => {
    const here = await startWithPeople(dialect);
    const { refresh_token } = await here.signUp();
    const next = await here.refresh(refresh_token);
    const newest = await here.refresh(refreshIn(next));
    const there = await startWithPeople(dialect, { place: here.place });
    expect((await there.refresh(refresh_token)).status).toBe(401);
    expect((await here.refresh(refreshIn(newest))).status).toBe(401);
  });

  test('a sign-in ends after two weeks without use, and after ninety days in any case [CHECK-37]', async () => {
    const { signUp, signIn, refresh, call, pass } = await startWithPeople(dialect);
    const idle = (await signUp()).refresh_token;
    let used = (await signIn()).body.refresh_token;
    for (let days = 0; days < 84; days += 12) {
      pass(12 * day);
      const next = await refresh(used);
      expect(next.status).toBe(200);
      used = refreshIn(next);
    }
    expect((await refresh(idle)).status).toBe(401);
    pass(5 * day);
    expect((await refresh(used)).status).toBe(200);
    const last = (await signIn()).body.refresh_token;
    pass(13 * day);
    expect((await refresh(used)).status).toBe(401);
    expect((await refresh(last)).status).toBe(200);
    pass(15 * day);
    expect((await refresh(last)).status).toBe(401);
    const { access_token } = (await signIn()).body;
    const listed = await call('GET', '/api/auth/sign-ins', { token: access_token });
    expect(listed.body).toMatchObject({ sign_ins: [{ is_current: true }] });
  });

  test('at most twenty devices are signed in: the one unused for longest is signed out [CHECK-38]', async () => {
    const { signUp, signIn, refresh, me, call, pass } = await startWithPeople(dialect);
    const first = await signUp();
    const second_ = (await signIn()).body;
    pass(second);
    await refresh(first.refresh_token);
    let last = second_;
    for (const _ of Array(19)) {
      pass(second);
      last = (await signIn()).body;
    }
    const { body } = await call('GET', '/api/auth/sign-ins', { token: last.access_token });
    expect(body.sign_ins).toHaveLength(20);
    expect((await me(first.access_token)).status).toBe(200);
    expect((await me(second_.access_token)).status).toBe(401);
  });

  test('people see their own devices and which one this is, and no others', async () => {
    const { signUp, signIn, call } = await startWithPeople(dialect);
    await signUp('ben');
    await signUp('ada');
    const { access_token } = (await signIn('ada', password, { from: '198.51.100.4' })).body;
    const { body } = await call('GET', '/api/auth/sign-ins', { token: access_token });
    expect(body.sign_ins.map(({ device, address, is_current }) => [device, address, is_current])).toEqual([
      ['Firefox on Linux', '198.51.100.4', true],
      ['Firefox on Linux', '203.0.113.1', false],
    ]);
  });

  test('signing out works with either token, and without any it is not an error [API-13]', async () => {
    const { signUp, signIn, me, refresh, call } = await startWithPeople(dialect);
    const one = await signUp();
    const out = { headers: { 'x-refresh-token': one.refresh_token } };
    expect((await call('POST', '/api/auth/signout', out)).status).toBe(200);
    expect((await me(one.access_token)).status).toBe(401);
    expect((await refresh(one.refresh_token)).status).toBe(401);

    const two = (await signIn()).body;
    expect((await call('POST', '/api/auth/signout', { token: two.access_token })).status).toBe(200);
    expect((await refresh(two.refresh_token)).status).toBe(401);

    for (const again of [out, { token: two.access_token }, { token: 'a.b.c', body: {} }, {}]) {
      expect(await call('POST', '/api/auth/signout', again)).toMatchObject({ status: 200, body: {} });
    }
  });

  test('only a sign-in that its owner or the operator ended is refused as ended, and only to its own tokens', async () => {
    const { signUp, signIn, refresh, call, pass, database } = await startWithPeople(dialect);
    const refusalOf = async (token: string) => (await refresh(token)).body.error;
    const one = await signUp();
    const two = (await signIn()).body;
    const last = refreshIn(await refresh(two.refresh_token));
    const ended = { current_password: password };
    const end = await call('POST', '/api/auth/sign-ins/end', { token: one.access_token, body: ended });
    expect(end.status).toBe(200);
    for (const token of [last, two.refresh_token]) expect(await refusalOf(token)).toBe('sign-in-ended');
    const guess = `${last.split('.')[0]}.${randomBytes(32).toString('base64url')}`;
    expect(await refusalOf(guess)).toBe('signed-out');

    // As after a backup was restored: these tokens are newer than what the database knows of them.
    const { db } = await database();
    const newer = refreshIn(await refresh(one.refresh_token));
    await db
      .updateTable('sign_ins')
      .set({ refresh_hash: hashOf('older'), parent_hash: hashOf('oldest') })
      .where('ended_at', 'is', null)
      .execute();
    for (const _ of [1, 2]) expect(await refusalOf(newer)).toBe('signed-out');
    const lost = (await signIn()).body.refresh_token;
    await db.deleteFrom('sign_ins').execute();
    expect(await refusalOf(lost)).toBe('signed-out');

    const idle = (await signIn()).body.refresh_token;
    pass(15 * day);
    expect(await refusalOf(idle)).toBe('signed-out');
  });

  test('each request reads the caller’s sign-in again, and relies on nothing read earlier [CHECK-33]', async () => {
    const { signUp, me } = await startWithPeople(dialect);
    const { access_token } = await signUp();
    await me(access_token);
    const executeQuery = vi.spyOn(DefaultQueryExecutor.prototype, 'executeQuery');
    onTestFinished(() => executeQuery.mockRestore());
    for (let time = 1; time <= 3; time++) {
      await me(access_token);
      const ofPeople = executeQuery.mock.calls.filter(([{ sql }]) => /"(users|sign_ins|waivers)"/.test(sql));
      expect(ofPeople).toHaveLength(time);
    }
  });

  test('tokens outlive the server that issued them', async () => {
    const first = await startWithPeople(dialect);
    const tokens = await first.signUp();
    await first.app.close();
    const { me, refresh } = await startWithPeople(dialect, { place: first.place });
    expect((await me(tokens.access_token)).status).toBe(200);
    expect((await refresh(tokens.refresh_token)).status).toBe(200);
  });

  test('once the secret of refresh tokens is replaced, a lost response is not repeated, and is no sign of theft [CHECK-36]', async () => {
    const first = await startWithPeople(dialect);
    const { refresh_token } = await first.signUp();
    await first.refresh(refresh_token);
    const { db } = await first.database();
    await db.deleteFrom('secrets').where('name', '=', 'refresh').execute();
    await first.app.close();
    const { refresh, database } = await startWithPeople(dialect, { place: first.place });
    const again = await refresh(refresh_token);
    expect(again).toMatchObject({ status: 401, body: { error: 'signed-out' } });
    expect(refreshIn(again)).toBe('');
    const signIns = (await database()).db.selectFrom('sign_ins').select('ended_because');
    expect(await signIns.execute()).toEqual([{ ended_because: null }]);
  });
});

describe.each(databases)('several at once on %s', (dialect) => {
  test('a sign-in of a deleted account is refused as ended', async () => {
    const { signUp, refresh, call } = await startWithPeople(dialect);
    const { access_token, refresh_token } = await signUp();
    const leaving = { token: access_token, body: { current_password: password } };
    expect((await call('POST', '/api/v1/user/me/deletion', leaving)).status).toBe(200);
    expect(await refresh(refresh_token)).toMatchObject({ status: 401, body: { error: 'sign-in-ended' } });
  });

  test('one device or all others are signed out, only with the password [CHECK-38]', async () => {
    const { signUp, signIn, me, call } = await startWithPeople(dialect);
    const [one, two, three] = [await signUp(), (await signIn()).body, (await signIn()).body];
    const other = await signUp('ben');
    const end = (body: object, token = three.access_token) =>
      call('POST', '/api/auth/sign-ins/end', { token, body: { current_password: password, ...body } });
    const ids = (await call('GET', '/api/auth/sign-ins', { token: three.access_token })).body.sign_ins;
    const [foreign] = (await call('GET', '/api/auth/sign-ins', { token: other.access_token })).body.sign_ins;

    expect(await end({ current_password: 'Wrong-1' })).toMatchObject({
      status: 403,
      body: { error: 'wrong-password' },
    });
    expect((await end({ sign_in_id: foreign?.sign_in_id })).status).toBe(404);
    expect((await end({ sign_in_id: 'unknown' })).status).toBe(404);
    expect((await me(other.access_token)).status).toBe(200);

    expect((await end({ sign_in_id: ids.at(-1)?.sign_in_id })).status).toBe(200);
    expect((await me(one.access_token)).status).toBe(401);
    expect((await me(two.access_token)).status).toBe(200);
    expect((await end({})).status).toBe(200);
    expect((await me(two.access_token)).status).toBe(401);
    expect((await me(three.access_token)).status).toBe(200);
  });

  test('fifty simultaneous exchanges of one token produce one successor [CHECK-35 FAULT-11]', async () => {
    const { signUp, refresh, me, database } = await startWithPeople(dialect);
    const { refresh_token } = await signUp();
    const answers = await Promise.all(Array.from({ length: 50 }, () => refresh(refresh_token)));
    expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(200));
    expect(new Set(answers.map(refreshIn)).size).toBe(1);
    const { db } = await database();
    expect(await db.selectFrom('sign_ins').select('generation').execute()).toEqual([{ generation: 1 }]);
    for (const answer of answers.slice(0, 3)) expect((await me(accessIn(answer))).status).toBe(200);
  });

  test('a sign-in that another process ends is over immediately, on every node [CHECK-33]', async () => {
    const here = await startWithPeople(dialect);
    const there = await startWithPeople(dialect, { place: here.place });
    const { access_token } = await here.signUp();
    const meEverywhere = async (status: number) => {
      for (const { me } of [here, there]) expect((await me(access_token)).status).toBe(status);
    };
    await meEverywhere(200);
    const { db } = await here.database();
    await db.updateTable('users').set({ user_standing: 'suspended' }).execute();
    await meEverywhere(401);
    await db.updateTable('users').set({ user_standing: 'limited' }).execute();
    await meEverywhere(200);
    await db.updateTable('sign_ins').set({ ended_at: 1 }).execute();
    await meEverywhere(401);
  });

  test('a person who signs out is signed out immediately, on every node', async () => {
    const here = await startWithPeople(dialect);
    const there = await startWithPeople(dialect, { place: here.place });
    for (let time = 0; time < 10; time++) {
      const { access_token } = time === 0 ? await here.signUp() : (await here.signIn()).body;
      for (const { me } of [here, there]) expect((await me(access_token)).status).toBe(200);
      await here.call('POST', '/api/auth/signout', { token: access_token });
      for (const { me } of [here, there]) expect((await me(access_token)).status).toBe(401);
    }
  });
});
