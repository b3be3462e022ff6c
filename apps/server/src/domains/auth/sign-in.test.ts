import { hash } from '@node-rs/argon2';
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { RefusedError } from '../../platform/http/refuse.ts';
import { rateLimits } from '../../platform/limits/limits.ts';
import { cost, type Passwords, passwords } from '../../platform/tokens/passwords.ts';
import { databases, serviceDatabases } from '../../testing/databases.ts';
import { password, startWithPeople } from '../../testing/people.ts';
import { eventually } from '../../testing/server.ts';

/** Per property; FUZZ_RUNS sets a higher number. */
const { numRuns: runs = 100 } = fc.readConfigureGlobal();
const second = 1000;
const minute = 60 * second;

/** Limits too high to reach, for tests of other rules. */
const generous = {
  ...rateLimits,
  signin: { ...rateLimits.signin, address: { calls: 10_000, seconds: 60 } },
  signup: { ...rateLimits.signup, address: { calls: 10_000, seconds: 60 } },
};

/** Plaintext passwords, counted. */
function counted() {
  const real = passwords();
  return {
    hash: vi.fn(real.hash),
    verify: vi.fn(real.verify),
    pretend: vi.fn((word: string) => real.pretend(word)),
  } satisfies Passwords;
}

describe.each(serviceDatabases)('on %s', (dialect) => {
  test('signing up also signs in, with the address still to be verified [ABOUT-01 API-04 API-06 API-17 ROLE-06 TOKEN-03 USER-01 USER-02 USER-03 USER-04 USER-05 USER-06 USER-10 USER-13 USER-14 USER-15]', async () => {
    const { signUp, me, mail, mails } = await startWithPeople(dialect);
    const tokens = await signUp('ada');
    expect(tokens.access_token.split('.')).toHaveLength(3);
    expect((await me(tokens.access_token)).body).toEqual({
      user_id: expect.any(String),
      username: 'ada',
      previous_usernames: [],
      email: 'ada@example.com',
      email_verified: false,
      auth_provider: 'password',
      auth_provider_id: null,
      first_name: null,
      last_name: null,
      bio: null,
      tagline: null,
      location: null,
      birth_date: null,
      phone_number: null,
      phone_number_verified: false,
      profile_picture_url: null,
      cover_picture_url: null,
      privacy_settings: { public_profile: false, allow_search: false, allow_invites: false },
      user_standing: 'good',
      standing_updated_at: null,
      has_accepted_waiver: false,
      waiver_accepted_at: null,
      created_at: expect.stringMatching(/Z$/),
      updated_at: expect.stringMatching(/Z$/),
      can: { verify_email: true },
    });
    expect(await mail('ada@example.com', 'Verify your email address')).toContain(
      'http://polylogue.test/verify-email?code=',
    );
    expect(mails).toHaveLength(1);
  });

  test('people sign in with name or address, however it is written [ABOUT-02 API-01 API-03 TOKEN-03]', async () => {
    const { signUp, call } = await startWithPeople(dialect);
    await signUp('ada');
    for (const name of [
      { username: 'ada' },
      { username: ' A dA ' },
      { email: 'ada@example.com' },
      { email: 'Ada@EXAMPLE.com' },
    ]) {
      const { status, body } = await call('POST', '/api/auth/signin', { body: { ...name, password } });
      expect(status).toBe(200);
      expect(body).toEqual({ access_token: expect.any(String), refresh_token: expect.any(String) });
    }
  });

  test('a username is stored the way the form would write it, and no two accounts get the same one [FIELD-03]', async () => {
    const { call } = await startWithPeople(dialect);
    const signUp = (username: string, email: string) =>
      call('POST', '/api/auth/signup', { body: { email, username, password } });
    const { status, body } = await signUp(' Ada \tL', 'ada@example.com');
    expect(status).toBe(200);
    const me = await call('GET', '/api/v1/user/me', { token: body.access_token });
    expect(me.body).toMatchObject({ username: 'adal' });
    expect((await signUp('a D a L', 'other@example.com')).status).toBe(409);
    expect((await signUp('Ad min', 'other@example.com')).status).toBe(409);
  });

  test('a password is the same in both ways keyboards write its accents, wherever it is asked for', async () => {
    const { signUp, call } = await startWithPeople(dialect, {
      rateLimits: generous,
      passwords: passwords(),
    });
    const set = 'Gr\u00fc\u00dfe-2026!\u00e9';
    const typed = 'Gru\u0308\u00dfe-2026!e\u0301';
    const signIn = (word: string) =>
      call('POST', '/api/auth/signin', { body: { username: 'ada', password: word } });
    const { access_token: token } = await signUp('ada');
    const change = (current_password: string, new_password: string) =>
      call('PUT', '/api/v1/user/me/password', { token, body: { current_password, new_password } });
    expect((await change(password, typed)).status).toBe(200);
    for (const word of [set, typed]) expect((await signIn(word)).status).toBe(200);
    expect((await signIn('Gruße-2026!e')).status).toBe(401);
    expect((await change(set, set)).status).toBe(200);
    for (const word of [set, typed]) expect((await signIn(word)).status).toBe(200);
    expect((await change(typed, password)).status).toBe(200);
    expect((await signIn(password)).status).toBe(200);
  });

  test('an account whose password was hashed as typed signs in as before, and from then on in both ways', async () => {
    const { signUp, call, database } = await startWithPeople(dialect, { passwords: passwords() });
    const typed = 'Gru\u0308\u00dfe-2026!e\u0301';
    await signUp('ada');
    const { db } = await database();
    await db
      .updateTable('users')
      .set({ hashed_password: await hash(typed, { algorithm: 2, ...cost }) })
      .execute();
    const signIn = async (word: string) =>
      (await call('POST', '/api/auth/signin', { body: { username: 'ada', password: word } })).status;
    expect(await signIn(typed.normalize('NFC'))).toBe(401);
    expect(await signIn(typed)).toBe(200);
    expect(await signIn(typed.normalize('NFC'))).toBe(200);
    expect(await signIn(typed)).toBe(200);
  });

  test('a wrong password and an unknown name look the same and cost the same [CHECK-18]', async () => {
    const counting = counted();
    const { signUp, call } = await startWithPeople(dialect, { passwords: counting });
    await signUp('ada');
    const wrong = [
      { username: 'ada', password: 'Secret-2' },
      { username: 'ada', password: `${password} ` },
      { username: 'nobody', password },
      { email: 'nobody@example.com', password },
      { email: 'no address at all', password },
    ];
    const answers = await Promise.all(wrong.map((body) => call('POST', '/api/auth/signin', { body })));
    for (const { status, body } of answers) {
      expect(status).toBe(401);
      expect(body).toEqual({
        message: 'Incorrect username or password',
        error: 'wrong-credentials',
        request_id: expect.any(String),
      });
    }
    const names = answers.map(({ headers }) => [...headers.keys()].sort().join());
    expect(new Set(names).size).toBe(1);
    expect(counting.verify).toHaveBeenCalledTimes(2);
    expect(counting.pretend).toHaveBeenCalledTimes(3);
  });

  test('an address belongs to one account, however it is written; a reserved name belongs to none', async () => {
    const { signUp, call } = await startWithPeople(dialect);
    await signUp('ada');
    const tries = [
      { email: 'ADA@example.com', username: 'other' },
      { email: 'other@example.com', username: 'ada' },
      { email: 'other@example.com', username: 'admin' },
      { email: 'other@example.com', username: 'ro.ot' },
    ];
    for (const body of tries) {
      const answer = await call('POST', '/api/auth/signup', { body: { ...body, password } });
      expect(answer).toMatchObject({ status: 409, body: { message: 'Username or email already exists.' } });
    }
  });

  test('signing up sets the required fields, and nothing else [API-04 CHECK-8]', async () => {
    const { call, database } = await startWithPeople(dialect);
    const account = { email: 'ada@example.com', username: 'ada', password };
    const columns = [
      ...['user_id', 'auth_provider', 'email_verified', 'hashed_password', 'user_standing', 'created_at'],
      ...['role', 'id', 'emailVerified', 'is_admin', 'email_canonical', 'has_accepted_waiver', 'invite_code'],
    ];
    let requests = 0;
    const signUp = (body: object) => {
      requests += 1;
      return call('POST', '/api/auth/signup', { body, from: `10.0.0.${requests}` });
    };
    for (const column of columns) {
      expect((await signUp({ ...account, [column]: true })).status).toBe(400);
    }
    for (const missing of Object.keys(account)) {
      const { [missing as keyof typeof account]: _, ...rest } = account;
      expect((await signUp(rest)).body).toMatchObject({
        error: 'bad-input',
        message: expect.stringMatching(/ is required$/),
      });
    }
    expect(await (await database()).db.selectFrom('users').select('user_id').execute()).toEqual([]);
    // Where sign-up is open, an invitation has no effect.
    expect((await signUp({ ...account, invite: 'x' })).status).toBe(200);
  });

  test.each([
    [{ password: 'Secre-1' }, 'Password must be 8+ characters'],
    [{ password: 'secret-1' }, 'Password must have 1 uppercase letter'],
    [{ password: 'SECRET-1' }, 'Password must have 1 lowercase letter'],
    [{ password: 'Secret--' }, 'Password must have 1 number'],
    [{ password: 'Secret11' }, 'Password must have 1 special character'],
    [{ password: `Secret-1${'ä'.repeat(600)}` }, 'Password must have at most 1,024 bytes'],
    [{ username: '1Ada' }, 'Username must start with a letter'],
    [{ username: 'a-da' }, 'Only a-z, 0-9, . and _ are permitted'],
    [{ username: '' }, 'Username is required'],
    [{ username: ' \t' }, 'Username is required'],
    [{ username: 'a'.repeat(33) }, 'Username must have at most 32 characters'],
    [{ email: '' }, 'Email is required'],
    [{ email: 'ada' }, 'Please enter a valid email'],
    [{ email: 'ada@exam ple.com' }, 'Please enter a valid email'],
    [{ email: 'a,b@example.com' }, 'Please enter a valid email'],
    [{ email: 'ada@example.com>' }, 'Please enter a valid email'],
  ])(
    '%o is refused with the sentence of its rule [FIELD-01 FIELD-02 FIELD-04 FIELD-05 FIELD-06 PASS-01 PASS-02 PASS-03 PASS-04 PASS-05]',
    async (less, sentence) => {
      const { call } = await startWithPeople(dialect);
      const body = { email: 'ada@example.com', username: 'ada', password, ...less };
      const answer = await call('POST', '/api/auth/signup', { body });
      expect(answer).toMatchObject({ status: 400, body: { error: 'bad-input', message: sentence } });
    },
  );

  test('a long password with any characters works in full', async () => {
    const { call } = await startWithPeople(dialect, { passwords: passwords() });
    const long = `Sécrét-1 ${'🌍'.repeat(120)} ${'x'.repeat(500)}`;
    const account = { email: 'ada@example.com', username: 'ada', password: long };
    expect((await call('POST', '/api/auth/signup', { body: account })).status).toBe(200);
    const signIn = (word: string) =>
      call('POST', '/api/auth/signin', { body: { username: 'ada', password: word } });
    expect((await signIn(long)).status).toBe(200);
    expect((await signIn(long.slice(0, -1))).status).toBe(401);
  });

  test('each further failure doubles the wait, and anyone who waits gets in [CHECK-14]', async () => {
    const { signUp, signIn, pass } = await startWithPeople(dialect, { rateLimits: generous });
    await signUp('ada');
    for (const _ of Array(5)) expect((await signIn('ada', 'Wrong-1')).status).toBe(401);
    expect((await signIn('ada', password)).headers.get('retry-after')).toBe('1');
    pass(second);
    expect((await signIn('ada', 'Wrong-1')).status).toBe(401);
    expect((await signIn('ada', password)).headers.get('retry-after')).toBe('2');
    pass(2 * second);
    expect((await signIn('ada', password)).status).toBe(200);
    expect((await signIn('ada', 'Wrong-1')).status).toBe(401);
    expect((await signIn('ada', password)).status).toBe(200);
  });

  test('an account cannot be guessed from a thousand addresses, and its owner gets in from known ones [CHECK-14]', async () => {
    const counting = counted();
    const { signUp, signIn } = await startWithPeople(dialect, { passwords: counting });
    await signUp('ada', { from: '203.0.113.7' });
    counting.verify.mockClear();
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, each) =>
        signIn('ada', `Wrong-${each}`, { from: `198.51.100.${each}` }),
      ),
    );
    expect(counting.verify.mock.calls.length).toBe(50);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(150);
    expect((await signIn('ada', password, { from: '203.0.113.7' })).status).toBe(200);
  });

  test('an address that signs in too often, or an IPv6 household, has to wait', async () => {
    const { signIn } = await startWithPeople(dialect);
    const statuses: number[] = [];
    for (let each = 0; each < 31; each += 1) {
      const { status } = await signIn(`nobody${each}`, password, { from: `2001:db8:1:2::${each + 1}` });
      statuses.push(status);
    }
    expect(statuses).toEqual([...Array(30).fill(401), 429]);
    expect((await signIn('nobody', password, { from: '2001:db8:1:3::1' })).status).toBe(401);
  });

  test('an address that a caller merely claims does not count', async () => {
    const { signIn } = await startWithPeople(dialect);
    const statuses: number[] = [];
    for (let each = 0; each < 31; each += 1) {
      const { status } = await signIn(`nobody${each}`, password, { from: `10.1.1.${each}, 203.0.113.9` });
      statuses.push(status);
    }
    expect(statuses.at(-1)).toBe(429);
  });

  test('a hash weaker than today’s is replaced at the next sign-in [CHECK-2]', async () => {
    const { signUp, signIn, database } = await startWithPeople(dialect, { passwords: passwords() });
    await signUp('ada');
    const { db } = await database();
    const weak = await hash(password, { memoryCost: 8192, timeCost: 1, parallelism: 1 });
    await db.updateTable('users').set({ hashed_password: weak }).execute();
    expect((await signIn('ada')).status).toBe(200);
    const { hashed_password } = await db.selectFrom('users').selectAll().executeTakeFirstOrThrow();
    expect(hashed_password).toContain('$m=19456,t=2,p=1$');
    expect((await signIn('ada')).status).toBe(200);
  });

  test('a sign-in from a new place is mailed, and no other [CHECK-22]', async () => {
    const { signUp, signIn, mail, mails } = await startWithPeople(dialect);
    await signUp('ada');
    await signIn('ada');
    await signIn('ada', password, { from: '198.51.100.4' });
    const text = await mail('ada@example.com', 'New sign-in to your account');
    expect(text).toContain('Firefox on Linux');
    expect(text).toContain('198.51.100.4');
    // Where the owner, who is probably signed in, can act.
    expect(text).toContain('http://polylogue.test/settings/account');
    await signIn('ada', password, { from: '198.51.100.4' });
    await eventually(() => expect(mails).toHaveLength(2));
  });

  test('success after many failures is mailed even from a known place [CHECK-22]', async () => {
    const { signUp, signIn, mail, pass } = await startWithPeople(dialect, { rateLimits: generous });
    await signUp('ada');
    for (const _ of Array(6)) {
      await signIn('ada', 'Wrong-1');
      pass(minute);
    }
    expect((await signIn('ada')).status).toBe(200);
    expect(await mail('ada@example.com', 'New sign-in to your account')).toContain('203.0.113.1');
  });

  test('while too many sign in, the refusal says when to try again, and it is not a failed attempt [CHECK-3]', async () => {
    const real = passwords();
    let isBusy = false;
    const verify: Passwords['verify'] = async (hashed, word) => {
      if (isBusy) throw new RefusedError('busy', 'Busy.', { 'retry-after': '5' });
      return real.verify(hashed, word);
    };
    const { signUp, signIn } = await startWithPeople(dialect, { passwords: { ...real, verify } });
    await signUp('ada');
    isBusy = true;
    for (const _ of Array(10)) {
      const { status, headers } = await signIn('ada');
      expect([status, headers.get('retry-after')]).toEqual([503, '5']);
    }
    isBusy = false;
    expect((await signIn('ada')).status).toBe(200);
  });

  test('a password that is changed while it is being verified does not sign in', async () => {
    const real = passwords();
    let meanwhile = async () => {};
    const verify: Passwords['verify'] = async (hashed, word) => {
      const verdict = await real.verify(hashed, word);
      await meanwhile();
      return verdict;
    };
    const { signUp, signIn, database } = await startWithPeople(dialect, { passwords: { ...real, verify } });
    await signUp('ada');
    const { db } = await database();
    const changed = await real.hash('Another-2');
    meanwhile = async () => {
      await db.updateTable('users').set({ hashed_password: changed }).execute();
    };
    expect((await signIn('ada')).status).toBe(401);
    expect((await signIn('ada', 'Another-2')).status).toBe(200);
  });

  test('while sign-up is closed, no account can be created', async () => {
    const { call } = await startWithPeople(dialect, { env: { SIGNUP: 'closed' } });
    const body = { email: 'ada@example.com', username: 'ada', password, invite: 'x' };
    expect(await call('POST', '/api/auth/signup', { body })).toMatchObject({
      status: 403,
      body: { error: 'signup-closed', message: expect.stringMatching(/\.$/) },
    });
    expect((await call('GET', '/api/auth/options')).body).toEqual({
      signup: 'closed',
      challenge: { kind: 'off' },
      sends_mail: true,
    });
  });

  test('where no mail is sent, the forms know [VERIFY-06]', async () => {
    const { call, signUp, me } = await startWithPeople(dialect, { env: { SMTP_URL: '' } });
    expect((await call('GET', '/api/auth/options')).body).toMatchObject({ sends_mail: false });
    const { access_token } = await signUp('ada');
    expect((await me(access_token)).body.can).toEqual({ verify_email: false });
  });

  test('without a valid invitation no one learns who has an account, and no password is hashed', async () => {
    const counting = counted();
    const { call, people } = await startInvited(dialect, 'invite', counting);
    const join = async (username: string, link: string) =>
      (
        await call('POST', '/api/auth/signup', {
          body: {
            email: `${username}@example.com`,
            username,
            password,
            invite: new URL(link).searchParams.get('invite'),
          },
        })
      ).body.error;
    expect(await join('ada', await people.auth.createInvite())).toBeUndefined();
    counting.hash.mockClear();
    const bogus = 'http://polylogue.test/signup?invite=bogus';
    expect([await join('ada', bogus), await join('ben', bogus)]).toEqual(['signup-closed', 'signup-closed']);
    expect(counting.hash).not.toHaveBeenCalled();
    expect(await join('ada', await people.auth.createInvite())).toBe('taken');
  });

  test('a suspended person cannot sign in, learns why only with the right password, and is signed out immediately', async () => {
    const { signUp, signIn, me, refresh, people } = await startInvited(dialect, 'open');
    const tokens = await signUp('ada');
    const { user_id } = (await me(tokens.access_token)).body;
    await people.auth.setStanding(user_id, 'suspended');
    expect((await me(tokens.access_token)).status).toBe(401);
    expect((await signIn('ada', 'Wrong-1')).status).toBe(401);
    expect(await signIn('ada')).toMatchObject({ status: 403, body: { error: 'suspended' } });
    expect((await refresh(tokens.refresh_token)).status).toBe(401);
    await people.auth.setStanding(user_id, 'good');
    expect((await signIn('ada')).status).toBe(200);
    expect((await refresh(tokens.refresh_token)).status).toBe(401);
  });

  test('once the secrets in a stolen backup are replaced, people are still signed in', async () => {
    const before = await startWithPeople(dialect);
    const tokens = await before.signUp('ada');
    const database = await before.database();
    await before.app.close();
    await database.db.deleteFrom('secrets').where('name', 'in', ['challenge', 'refresh']).execute();
    const after = await startWithPeople(dialect, { place: before.place, at: before.now() });
    const renewed = await after.refresh(tokens.refresh_token);
    expect(renewed.status).toBe(200);
  });

  test('special characters in a name or password have no special meaning', async () => {
    const { call } = await startWithPeople(dialect, { rateLimits: generous });
    const nasty = fc.oneof(
      fc.string({ unit: 'binary', minLength: 1, maxLength: 100 }),
      fc.constantFrom(
        "' or 1=1 --",
        "'; drop table users; --",
        '%',
        '_',
        '\u0000',
        '\\',
        '{"$ne":null}',
        '__proto__',
      ),
    );
    await fc.assert(
      fc.asyncProperty(nasty, nasty, fc.boolean(), async (name, word, isEmail) => {
        const body = isEmail ? { email: name, password: word } : { username: name, password: word };
        const { status } = await call('POST', '/api/auth/signin', { body });
        expect([400, 401, 429]).toContain(status);
      }),
      { numRuns: runs / 5 },
    );
  });
});

describe.each(databases)('several at once on %s', (dialect) => {
  test('an invitation creates one account, for its own address, in time [API-04]', async () => {
    const { call, people, pass, mail } = await startInvited(dialect);
    const link = await people.auth.createInvite('ada@example.com');
    expect(await mail('ada@example.com', 'You are invited to Polylogue')).toContain(link);
    const invite = new URL(link).searchParams.get('invite') ?? '';
    const join = (username: string, code: string | undefined, from = '203.0.113.1') =>
      call('POST', '/api/auth/signup', {
        body: { email: `${username}@example.com`, username, password, ...(code && { invite: code }) },
        from,
      });
    expect((await join('ada', undefined)).status).toBe(403);
    expect((await join('ada', 'A'.repeat(43))).status).toBe(403);
    expect((await join('ben', invite)).status).toBe(403);
    expect((await join('ada', invite)).status).toBe(200);
    expect((await join('ada', invite)).status).toBe(403);

    const open = new URL(await people.auth.createInvite()).searchParams.get('invite') ?? '';
    const statuses = await Promise.all(
      Array.from(
        { length: 20 },
        async (_, each) => (await join(`ben${each}`, open, `10.0.0.${each}`)).status,
      ),
    );
    expect(statuses.sort()).toEqual([200, ...Array(19).fill(403)]);

    const late = new URL(await people.auth.createInvite(undefined, minute)).searchParams.get('invite') ?? '';
    pass(minute);
    expect((await join('cleo', late)).status).toBe(403);
  });

  test('of twenty who want a name at the same time, one gets it and the others are refused [CHECK-9]', async () => {
    const { call, database } = await startWithPeople(dialect);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, each) =>
        call('POST', '/api/auth/signup', {
          body: { email: `ada${each}@example.com`, username: 'ada', password },
          from: `198.51.100.${each}`,
        }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(409)]);
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
      message: 'Username or email already exists.',
      error: 'taken',
    });
    const { db } = await database();
    expect(await db.selectFrom('users').select('username').execute()).toEqual([{ username: 'ada' }]);
    // The nineteen others left nothing behind.
    expect(await db.selectFrom('sign_ins').select('sign_in_id').execute()).toHaveLength(1);
    expect(await db.selectFrom('mail_tokens').select('token_hash').execute()).toHaveLength(1);
  });

  test('of two hundred wrong passwords at once five are checked, and the owner still gets in [CHECK-15]', async () => {
    const counting = counted();
    const { signUp, signIn } = await startWithPeople(dialect, { passwords: counting, rateLimits: generous });
    await signUp('ada', { from: '203.0.113.7' });
    counting.verify.mockClear();
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, each) => signIn('ada', `Wrong-${each}`, { from: '198.51.100.1' })),
    );
    expect(counting.verify.mock.calls.length).toBe(5);
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(195);
    expect(refused[0]?.headers.get('retry-after')).toBe('1');
    expect(refused[0]?.body.message).toBe('Too many attempts. Please try again later.');
    expect((await signIn('ada', password, { from: '203.0.113.7' })).status).toBe(200);
    expect((await signIn('ada', password, { from: '192.0.2.200' })).status).toBe(200);
  });
});

/** The server, and the same services as the command line has. */
async function startInvited(
  dialect: 'sqlite' | 'postgres',
  signup: 'invite' | 'open' = 'invite',
  passwords?: Passwords,
) {
  const { accounts } = await import('../../accounts.ts');
  const { jobQueue } = await import('../../platform/jobs/queue.ts');
  const { sendMailVia } = await import('../../platform/mail/send-mail.ts');
  const server = await startWithPeople(dialect, { env: { SIGNUP: signup }, ...(passwords && { passwords }) });
  const database = await server.database();
  const people = accounts({
    database,
    sendMail: sendMailVia(jobQueue(database, server.now), server.now),
    origin: () => 'http://polylogue.test',
    signup,
    isChallenged: false,
    now: server.now,
  });
  return { ...server, people };
}
