import { describe, expect, test } from 'vitest';
import { databases } from '../../testing/databases.ts';
import { startWithPeople } from '../../testing/people.ts';

describe.each(databases)('on %s', (dialect) => {
  test('the waiver is asked for until this version of it is accepted', async () => {
    const { signUp, me, call, now } = await startWithPeople(dialect);
    const { access_token: token } = await signUp();
    const path = '/api/v1/user/me/waiver';
    const asked = (await call('GET', path, { token })).body;
    expect(asked).toEqual({
      signed_waiver: false,
      version: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      accepted_version: null,
      accepted_at: null,
    });
    expect(await call('POST', path, { token, body: { waiver: '2001-01-01' } })).toMatchObject({
      status: 409,
      body: { error: 'out-of-date' },
    });
    const accepted = { ...asked, signed_waiver: true, accepted_version: asked.version };
    const at = new Date(now()).toISOString();
    for (const _ of Array(2)) {
      const answer = await call('POST', path, { token, body: { waiver: asked.version } });
      expect(answer.body).toEqual({ ...accepted, accepted_at: at });
    }
    expect((await call('GET', path, { token })).body).toEqual({ ...accepted, accepted_at: at });
    expect((await me(token)).body).toMatchObject({ has_accepted_waiver: true, waiver_accepted_at: at });
  });

  test('who accepted an older text is asked again, and it is remembered which', async () => {
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

  test.each([
    'GET /api/v1/user/me',
    'GET /api/v1/user/me/waiver',
    'POST /api/v1/user/me/waiver',
    'PUT /api/v1/user/me/password',
  ])('%s is for who is signed in', async (endpoint) => {
    const { call } = await startWithPeople(dialect);
    const [method = '', path = ''] = endpoint.split(' ');
    const answer = await call(method, path, method === 'GET' ? {} : { body: {} });
    expect(answer).toMatchObject({ status: 401, body: { error: 'signed-out' } });
  });

  test('nobody sees a hash, however they look', async () => {
    const { signUp, me } = await startWithPeople(dialect);
    const text = JSON.stringify((await me((await signUp()).access_token)).body);
    expect(text).not.toMatch(/hash|argon|canonical/);
  });
});
