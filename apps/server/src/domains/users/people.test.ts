import { describe, expect, test } from 'vitest';
import { serviceDatabases } from '../../testing/databases.ts';
import { startWithPeople } from '../../testing/people.ts';

const me = '/api/v1/user/me';

describe.each(serviceDatabases)('on %s', (dialect) => {
  test('people change their own profiles, and only their profiles [API-21 USER-14]', async () => {
    const { signUp, call, me: read } = await startWithPeople(dialect);
    const { access_token: token } = await signUp();
    const before = (await read(token)).body;
    const put = (body: unknown) => call('PUT', me, { token, body });
    const { status, body } = await put({
      first_name: 'Ada',
      username: 'countess',
      privacy_settings: { allow_search: true },
    });
    const privacy_settings = { public_profile: false, allow_search: true, allow_invites: false };
    const expected = {
      ...before,
      first_name: 'Ada',
      username: 'countess',
      previous_usernames: ['ada'],
      privacy_settings,
      updated_at: body.updated_at,
    };
    expect({ status, body }).toEqual({ status: 200, body: expected });
    expect((await read(token)).body).toEqual(expected);

    for (const change of [
      { email: 'eve@example.com' },
      { email_verified: true },
      { user_id: 'eve' },
      { user_standing: 'good' },
      { hashed_password: 'x' },
      { previous_usernames: [] },
      { phone_number_verified: true },
      { privacy_settings: { role: true } },
      { first_name: 'Eve', is_admin: true },
      { first_name: 'x'.repeat(51) },
      { first_name: 'a\u202eb' },
      { first_name: 'a\ud800b' },
      { first_name: 7 },
      { username: 'a-da' },
      { birth_date: '2000-02-30' },
      { phone_number: '12' },
      { profile_picture_url: 'https://example.com/pixel.png' },
      [],
      null,
    ]) {
      expect({ change, answer: await put(change) }).toMatchObject({
        answer: { status: 400, body: { error: 'bad-input' } },
      });
    }
    expect((await read(token)).body).toEqual(expected);
    expect((await call('PUT', me, { body: { first_name: 'Eve' } })).status).toBe(401);
    // As typed into the form.
    expect((await put({ username: ' Ada L ' })).body).toMatchObject({ username: 'adal' });
  });

  test('a name that was given up is not available for signing up either, and no longer signs in', async () => {
    const { signUp, signIn, call } = await startWithPeople(dialect);
    const { access_token: token } = await signUp();
    await call('PUT', me, { token, body: { username: 'countess' } });
    const body = { email: 'eve@example.com', username: 'ada', password: 'Secret-1' };
    expect(await call('POST', '/api/auth/signup', { body })).toMatchObject({
      status: 409,
      body: { error: 'taken', message: 'Username or email already exists.' },
    });
    expect((await signIn('ada')).status).toBe(401);
    expect((await signIn('countess')).status).toBe(200);
  });

  test('people are shown to everyone signed in; those the viewer may not see do not exist [API-22]', async () => {
    const { signUp, call, me: read } = await startWithPeople(dialect);
    const [ada, ben, cat] = [await signUp('ada'), await signUp('ben'), await signUp('cat')];
    const { user_id } = (await read(ben.access_token)).body;
    const look = (token: string | undefined, id: string) =>
      call('GET', `/api/v1/user?user_id=${encodeURIComponent(id)}`, { token });
    await call('PUT', me, { token: ben.access_token, body: { first_name: 'Ben', location: 'London' } });
    const seen = {
      user_id,
      username: 'ben',
      profile_picture_url: null,
      cover_picture_url: null,
      first_name: null,
      last_name: null,
      bio: null,
      tagline: null,
      location: null,
      friendship: 'stranger',
      can: { befriend: false, invite: false, unfriend: false, block: true, report: true },
    };
    expect(await look(ada.access_token, user_id)).toMatchObject({ status: 200, body: seen });
    expect((await look(ada.access_token, user_id)).body).toEqual(seen);
    expect((await look(ben.access_token, user_id)).body).toMatchObject({
      friendship: 'self',
      first_name: 'Ben',
      location: 'London',
    });
    expect((await look(undefined, user_id)).status).toBe(401);
    expect((await call('GET', '/api/v1/user', { token: ada.access_token })).status).toBe(400);

    const block = await call('POST', '/api/v1/user/block', {
      token: ben.access_token,
      body: { blocked_user_id: (await read(cat.access_token)).body.user_id },
    });
    expect(block.status).toBe(200);
    const answers = [];
    for (const id of [user_id, 'nobody', '', '%00', "' or 1=1 --", '../me']) {
      const { status, headers, body } = await look(cat.access_token, id);
      const { 'x-request-id': _, date: __, ...same } = Object.fromEntries(headers);
      answers.push({ status, headers: same, body: { ...body, request_id: '' } });
    }
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]).toMatchObject({
      status: 404,
      body: { error: 'not-found', message: 'User not found', request_id: '' },
    });
  });

  test('where no mail is sent, no verified address is needed to be found by name, to ask or to be asked [SEARCH-03]', async () => {
    const { signUp, call, me: read } = await startWithPeople(dialect, { env: { SMTP_URL: '' } });
    const [ada, ben] = [await signUp('ada'), await signUp('ben')];
    const search = async (query: string) =>
      (await call('GET', `/api/v1/user/search?${query}`, { token: ada.access_token })).body;
    expect((await read(ben.access_token)).body).toMatchObject({
      email_verified: false,
      can: { verify_email: false },
    });
    const change = (privacy_settings: object) =>
      call('PUT', me, { token: ben.access_token, body: { privacy_settings } });
    await change({ allow_search: true, allow_invites: true });
    expect(await search('username=be')).toMatchObject([{ username: 'ben', can: { befriend: true } }]);
    expect(await search('email=ben@example.com')).toEqual([]);

    const { user_id } = (await read(ben.access_token)).body;
    const path = `/api/v1/user/friend-requests?friend_id=${user_id}`;
    const asked = await call('POST', path, { token: ada.access_token });
    expect(asked).toMatchObject({ status: 200, body: { friendship: 'outgoing' } });
    const [request] = (await call('GET', '/api/v1/user/friend-requests', { token: ben.access_token }))
      .body as unknown as { request_id: string }[];
    const body = { request_id: request?.request_id, action: 'accept' };
    await call('PUT', '/api/v1/user/friend-requests', { token: ben.access_token, body });
    // Friends find each other whatever their privacy settings.
    await change({ allow_search: false, allow_invites: false });
    expect(await search('username=be')).toMatchObject([{ username: 'ben', friendship: 'friend' }]);
  });

  test('people find each other until one blocks the other [API-23 SEARCH-04]', async () => {
    const { signUp, call, me: read, database } = await startWithPeople(dialect);
    const [ada, ben] = [await signUp('ada.ada'), await signUp('ben.ben')];
    const { db } = await database();
    const search = (token: string | undefined, query: string) =>
      call('GET', `/api/v1/user/search?${query}`, { token });
    for (const { access_token: token } of [ada, ben]) {
      await call('PUT', me, { token, body: { privacy_settings: { allow_search: true } } });
    }
    expect((await search(ada.access_token, 'username=ben')).body).toEqual([]);
    // Being found also requires a verified address; the other condition is met above.
    await db.updateTable('users').set({ email_verified: true }).execute();
    for (const { access_token: token } of [ada, ben]) {
      await call('PUT', me, { token, body: { first_name: 'Somebody' } });
    }
    const found = await search(ada.access_token, 'username=ben');
    expect(found).toMatchObject({ status: 200, body: [{ username: 'ben.ben', friendship: 'stranger' }] });
    expect((await search(ben.access_token, 'email=ada.ada@example.com')).body).toHaveLength(1);
    expect((await search(ben.access_token, 'first_name=somebody')).body).toEqual([]);

    const { user_id } = (await read(ben.access_token)).body;
    await call('POST', '/api/v1/user/block', {
      token: ada.access_token,
      body: { blocked_user_id: user_id },
    });
    expect((await search(ada.access_token, 'username=ben')).body).toEqual([]);
    expect((await search(ben.access_token, 'email=ada.ada@example.com')).body).toEqual([]);
    expect((await search(undefined, 'username=ben')).status).toBe(401);
  });

  test('a search without a field, with two, or too short is refused with the reason [SEARCH-02]', async () => {
    const { signUp, call } = await startWithPeople(dialect);
    const { access_token: token } = await signUp();
    const search = async (query: string) => {
      const { status, body } = await call('GET', `/api/v1/user/search${query}`, { token });
      return [status, body.message];
    };
    const one = 'Search by exactly one of these: username, email, full_name, first_name, last_name, user_id.';
    expect(await search('')).toEqual([400, one]);
    expect(await search('?name=ada')).toEqual([400, one]);
    expect(await search('?username=ada&email=ada')).toEqual([400, one]);
    expect(await search('?username=%20a%20')).toEqual([400, 'Please enter at least 2 characters.']);
    expect(await search('?username=')).toEqual([400, 'Please enter at least 2 characters.']);
    expect((await search('?username=ada&username=ben'))[0]).toBe(400);
    expect((await search(`?username=${'a'.repeat(255)}`))[0]).toBe(400);
    for (const text of ['a%00bc', '%ff%fe%fd', "'%20or%201=1%20--", '%F0%9F%8C%8D%F0%9F%8C%8D%F0%9F%8C%8D']) {
      expect((await search(`?first_name=${text}`))[0]).toBe(200);
    }
  });
});
