import { api } from '@polylogue/contract';
import { describe, expect, test } from 'vitest';
import { databases, serviceDatabases } from '../../testing/databases.ts';
import { startWithPeople } from '../../testing/people.ts';

describe.each(serviceDatabases)('on %s', (dialect) => {
  test('a person who accepted an older text is asked again, and the version they accepted is remembered', async () => {
    const { signUp, me, call, database } = await startWithPeople(dialect);
    const { access_token: token } = await signUp();
    const { user_id } = (await me(token)).body;
    const { db } = await database();
    await db.insertInto('waivers').values({ user_id, version: '2001-01-01', accepted_at: 0 }).execute();
    expect((await call('GET', '/api/v1/user/me/waiver', { token })).body).toMatchObject({
      signed_waiver: false,
      accepted_version: '2001-01-01',
      accepted_at: '1970-01-01T00:00:00.000Z',
    });
    expect((await me(token)).body).toMatchObject({ has_accepted_waiver: false, waiver_accepted_at: null });
  });

  test('people whose standing changed see the new one and since when; limited ones stay, suspended ones are signed out [ROLE-07 USER-08 USER-09]', async () => {
    const { signUp, signIn, me, now, database } = await startWithPeople(dialect);
    const { access_token: token } = await signUp();
    expect((await me(token)).body).toMatchObject({ user_standing: 'good', standing_updated_at: null });
    const { db } = await database();
    const put = (user_standing: 'limited' | 'suspended') =>
      db.updateTable('users').set({ user_standing, standing_updated_at: now() }).execute();
    await put('limited');
    const limited = { user_standing: 'limited', standing_updated_at: new Date(now()).toISOString() };
    expect((await me(token)).body).toMatchObject(limited);
    expect((await signIn()).status).toBe(200);
    await put('suspended');
    expect((await me(token)).status).toBe(401);
    expect((await signIn()).status).toBe(403);
  });

  test('nothing about a person gives them more rights than others [ROLE-01]', async () => {
    const { signUp, me } = await startWithPeople(dialect);
    const { access_token: token } = await signUp();
    const [, payload = ''] = token.split('.');
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
    expect(Object.keys(claims).sort()).toEqual(['aud', 'exp', 'gen', 'iat', 'iss', 'jti', 'sid', 'sub']);
    expect(Object.keys((await me(token)).body).join()).not.toMatch(/role|admin|permission|scope|group/);
    // Every endpoint is for everyone, or for everyone who is signed in.
    const access = Object.values(api).flatMap((table) => Object.values(table).map((route) => route.access));
    expect([...new Set(access)].sort()).toEqual(['anyone', 'signed-in']);
  });

  test.each([
    'GET /api/v1/user/me',
    'GET /api/v1/user/me/waiver',
    'POST /api/v1/user/me/waiver',
    'PUT /api/v1/user/me/password',
  ])('%s is for signed-in people', async (endpoint) => {
    const { call } = await startWithPeople(dialect);
    const [method = '', path = ''] = endpoint.split(' ');
    const answer = await call(method, path, method === 'GET' ? {} : { body: {} });
    expect(answer).toMatchObject({ status: 401, body: { error: 'signed-out' } });
  });

  test('no response contains a password hash [USER-07]', async () => {
    const { signUp, me } = await startWithPeople(dialect);
    const text = JSON.stringify((await me((await signUp()).access_token)).body);
    expect(text).not.toMatch(/hash|argon|canonical/);
  });
});

describe.each(databases)('the waiver on %s', (dialect) => {
  test('the waiver is requested until this version of it is accepted [API-19 API-20 ROLE-06 USER-11 USER-12]', async () => {
    const { signUp, me, call, now, pass } = await startWithPeople(dialect);
    const { access_token: token } = await signUp();
    pass(1_000);
    const path = '/api/v1/user/me/waiver';
    const waiver = (await call('GET', path, { token })).body;
    expect(waiver).toEqual({
      signed_waiver: false,
      version: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      accepted_version: null,
      accepted_at: null,
    });
    expect(await call('POST', path, { token, body: { waiver: '2001-01-01' } })).toMatchObject({
      status: 409,
      body: { error: 'out-of-date' },
    });
    const accepted = { ...waiver, signed_waiver: true, accepted_version: waiver.version };
    const at = new Date(now()).toISOString();
    for (const _ of Array(2)) {
      const answer = await call('POST', path, { token, body: { waiver: waiver.version } });
      expect(answer.body).toEqual({ ...accepted, accepted_at: at });
      pass(1_000);
    }
    expect((await call('GET', path, { token })).body).toEqual({ ...accepted, accepted_at: at });
    expect((await me(token)).body).toMatchObject({ has_accepted_waiver: true, waiver_accepted_at: at });
  });
});
