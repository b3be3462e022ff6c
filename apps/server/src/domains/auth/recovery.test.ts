import { describe, expect, test } from 'vitest';
import { rateLimits } from '../../platform/limits/limits.ts';
import { mailJob } from '../../platform/mail/send-mail.ts';
import { databases, serviceDatabases } from '../../testing/databases.ts';
import { cheapPasswords, unlimited } from '../../testing/no-limits.ts';
import { codeIn, type People, password, startWithPeople } from '../../testing/people.ts';
import { eventually } from '../../testing/server.ts';
import { mailLimitsPerHour } from './mail-limits.ts';

const minute = 60_000;
const fresh = 'Another-2';
const subject = 'Set a new password';
const [address] = ['ada@example.com'];

const forgot = ({ call }: People, email = address, headers: Record<string, string> = {}) =>
  call('POST', '/api/auth/forgot-password', { body: { email }, headers });
const reset = ({ call }: People, token: unknown, word = fresh, from = '203.0.113.1') =>
  call('POST', '/api/auth/reset-password', { body: { token, password: word }, from });
/** The codes in all mailed links. */
const linksIn = ({ mails }: People) => [
  // A clock that jumps may cause a mail to be sent twice.
  ...new Set(mails.filter(({ read }) => read.subject === subject).map(({ read }) => codeIn(read.text ?? ''))),
];
async function mailsThatWait({ database }: People) {
  return (
    await (await database()).db.selectFrom('jobs').where('kind', '=', mailJob).select('job_id').execute()
  ).length;
}
const expired = {
  status: 400,
  body: { error: 'expired-code', message: 'Invalid or expired reset link. Please request a new one.' },
};
const unknown = {
  status: 401,
  body: { error: 'unknown-code', message: 'Invalid reset link. Please request a new one.' },
};

describe.each(serviceDatabases)('on %s', (dialect) => {
  test('a forgotten password is reset with a mailed link, and every device is signed out [API-09 API-11 CHECK-28]', async () => {
    const server = await startWithPeople(dialect);
    const { signUp, signIn, me, refresh, mail } = server;
    const tokens = await signUp();
    expect(await forgot(server)).toMatchObject({ status: 200, body: {} });
    const text = await mail(address, subject);
    expect(text).toContain('http://polylogue.test/reset-password?code=');

    expect(await reset(server, codeIn(text))).toMatchObject({ status: 200, body: {} });
    expect((await me(tokens.access_token)).status).toBe(401);
    expect((await refresh(tokens.refresh_token)).status).toBe(401);
    expect((await signIn('ada', password)).status).toBe(401);
    const again = await signIn('ada', fresh);
    expect(again.status).toBe(200);
    // Using a mailed link verifies the address.
    expect((await me(again.body.access_token)).body.email_verified).toBe(true);
    const notice = await mail(address, 'Your password was changed');
    expect(notice).toContain('Every other device is signed out');
    expect(notice).not.toContain('had before');
  });

  test('whatever happens in an account whose address nobody has verified, few mails go there', async () => {
    const server = await startWithPeople(dialect, { rateLimits: unlimited, passwords: cheapPasswords });
    const { signUp, signIn, call, mails } = server;
    const { access_token: token } = await signUp();
    let current = password;
    for (let at = 0; at < 20; at += 1) {
      const next = `Another-${at}`;
      const body = { current_password: current, new_password: next };
      expect((await call('PUT', '/api/v1/user/me/password', { token, body })).status).toBe(200);
      expect((await signIn('ada', next)).status).toBe(200);
      current = next;
    }
    const change = { email: 'another@example.com', current_password: current };
    expect((await call('POST', '/api/auth/change-email', { token, body: change })).status).toBe(429);
    const own = (method: string, path: string, body?: object) =>
      call(method, `/api/v1/user/me${path}`, { token, ...(body && { body }) });
    await own('POST', '/export', { current_password: current });
    await eventually(async () =>
      expect((await own('GET', '/export')).body).toMatchObject({ state: 'ready' }),
    );
    // Mails to an account that is deleted meanwhile are not sent any more.
    await eventually(async () => expect(await mailsThatWait(server)).toBe(0));
    expect((await own('POST', '/deletion', { current_password: current })).status).toBe(200);
    const { db } = await server.database();
    await eventually(async () => expect(await db.selectFrom('users').selectAll().execute()).toEqual([]));
    await eventually(async () => expect(await mailsThatWait(server)).toBe(0));
    const { size } = new Set(mails.map(({ read }) => read.messageId));
    expect(size).toBe(mailLimitsPerHour.toNewAddress);
  });

  test('an unknown address is reported as unknown', async () => {
    expect(await forgot(await startWithPeople(dialect))).toMatchObject({
      status: 404,
      body: { error: 'unknown-email', message: 'Email address not found.' },
    });
  });

  test('a link works once [CHECK-23]', async () => {
    const server = await startWithPeople(dialect);
    await server.signUp();
    await forgot(server);
    const code = codeIn(await server.mail(address, subject));
    const answers = await Promise.all(Array.from({ length: 10 }, () => reset(server, code)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(400)]);
    expect(await reset(server, code)).toMatchObject(expired);
  });

  test('a link works for half an hour [CHECK-23]', async () => {
    const server = await startWithPeople(dialect);
    await server.signUp();
    await forgot(server);
    const code = codeIn(await server.mail(address, subject));
    server.pass(30 * minute);
    expect(await reset(server, code)).toMatchObject(expired);
  });

  test('every link works until one is used, and two requests within a minute send one mail [CHECK-23]', async () => {
    const server = await startWithPeople(dialect);
    await server.signUp();
    const both = await Promise.all([forgot(server), forgot(server)]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    const links = () => linksIn(server);
    await eventually(() => expect(links()).toHaveLength(1));
    server.pass(minute);
    for (const more of [2, 3]) {
      await forgot(server);
      await eventually(() => expect(links()).toHaveLength(more));
      server.pass(minute);
    }
    const [first, second, third] = links();
    expect((await reset(server, second)).status).toBe(200);
    expect(await reset(server, first)).toMatchObject(expired);
    expect(await reset(server, third)).toMatchObject(expired);
  });

  describe('while strangers request links once a minute, always from new addresses', () => {
    async function besieged(minutes: number) {
      const server = await startWithPeople(dialect, { rateLimits: unlimited, passwords: cheapPasswords });
      await server.signUp();
      for (let each = 0; each < minutes; each += 1) {
        server.pass(minute);
        const from = { 'x-forwarded-for': `198.51.100.${each}` };
        expect((await forgot(server, address, from)).status).toBe(200);
      }
      return server;
    }

    test('few mails are sent, and one of them has a link that works [CHECK-23]', async () => {
      const server = await besieged(180);
      await eventually(async () => expect(await mailsThatWait(server)).toBe(0));
      const links = linksIn(server);
      expect(links.length).toBeLessThanOrEqual(24);
      expect((await reset(server, links.at(-1))).status).toBe(200);
    });

    test('the owner gets a mail immediately from a known address, and a response from any', async () => {
      const server = await besieged(40);
      await eventually(async () => expect(await mailsThatWait(server)).toBe(0));
      const before = linksIn(server).length;
      await forgot(server);
      await eventually(() => expect(linksIn(server)).toHaveLength(before + 1));
      expect((await reset(server, linksIn(server).at(-1))).status).toBe(200);
      // All links are used up: a request from any address sends another.
      await forgot(server, address, { 'x-forwarded-for': '198.51.100.200' });
      await eventually(() => expect(linksIn(server)).toHaveLength(before + 2));
    });
  });

  test('one stranger can have few mails sent to one person, and a limited number in all', async () => {
    const server = await startWithPeople(dialect, { rateLimits: unlimited, passwords: cheapPasswords });
    const stranger = { 'x-forwarded-for': '198.51.100.7' };
    const names = Array.from({ length: 61 }, (_, each) => `ada${each}`);
    for (const name of names) await server.signUp(name);
    const statuses: number[] = [];
    for (const name of names) {
      statuses.push((await forgot(server, `${name}@example.com`, stranger)).status);
    }
    expect(statuses).toEqual([...Array(60).fill(200), 429]);
    await eventually(() => expect(linksIn(server)).toHaveLength(60));
    expect((await forgot(server, 'ada60@example.com')).status).toBe(200);
    server.pass(60 * minute);
    expect((await forgot(server, 'ada60@example.com', stranger)).status).toBe(200);
  });

  test('a link does not work once the account has another address', async () => {
    const server = await startWithPeople(dialect);
    await server.signUp();
    await forgot(server);
    const code = codeIn(await server.mail(address, subject));
    const { db } = await server.database();
    const other = 'countess@example.com';
    await db.updateTable('users').set({ email: other, email_canonical: other }).execute();
    expect(await reset(server, code)).toMatchObject(expired);
    expect((await server.signIn()).status).toBe(200);
  });

  test('a link for another purpose does not reset the password', async () => {
    const server = await startWithPeople(dialect);
    await server.signUp();
    const code = codeIn(await server.mail(address, 'Verify your email address'));
    expect(await reset(server, code)).toMatchObject(expired);
    expect((await server.signIn()).status).toBe(200);
  });

  test('an invalid code is refused without hashing anything [CHECK-25]', async () => {
    const server = await startWithPeople(dialect);
    for (const code of ['x', 'A'.repeat(43), '%00', '../..']) {
      expect(await reset(server, code)).toMatchObject(unknown);
    }
    for (const code of ['', null, undefined, [], {}, 0, true, ['x'], 'A'.repeat(201)]) {
      expect((await reset(server, code)).status).toBe(400);
    }
  });

  test('a new password must follow the same rules', async () => {
    const server = await startWithPeople(dialect);
    await server.signUp();
    await forgot(server);
    const code = codeIn(await server.mail(address, subject));
    expect(await reset(server, code, 'short')).toMatchObject({
      status: 400,
      body: { error: 'bad-input', message: 'Password must be 8+ characters' },
    });
    expect((await reset(server, code)).status).toBe(200);
  });

  test('links lead to our origin whatever the request’s host, and are in no response [CHECK-24 CHECK-26]', async () => {
    const server = await startWithPeople(dialect);
    await server.signUp();
    const answer = await forgot(server, address, {
      'x-forwarded-host': 'evil.example',
      forwarded: 'host=evil.example',
    });
    const text = await server.mail(address, subject);
    expect(text).not.toContain('evil.example');
    expect(JSON.stringify([answer.body, ...answer.headers])).not.toContain(codeIn(text));
  });

  test('a new password ends the wait after failures', async () => {
    const server = await startWithPeople(dialect, {
      rateLimits: { ...rateLimits, signin: { ...rateLimits.signin, address: { calls: 1000, seconds: 60 } } },
    });
    await server.signUp();
    for (const _ of Array(5)) await server.signIn('ada', 'Wrong-1');
    expect((await server.signIn()).status).toBe(429);
    await forgot(server);
    await reset(server, codeIn(await server.mail(address, subject)));
    expect((await server.signIn('ada', fresh)).status).toBe(200);
  });

  test('anyone who signed up with another person’s address loses the account to the reader of its mail [CHECK-29]', async () => {
    const server = await startWithPeople(dialect);
    const thief = await server.signUp('ada', { body: { email: address, username: 'thief', password } });
    const { call, pass } = server;
    pass(minute);
    await call('POST', '/api/auth/change-email', {
      token: thief.access_token,
      body: { email: 'thief@example.com', current_password: password },
    });
    const theirs = codeIn(await server.mail('thief@example.com', 'Confirm your new email address'));
    await forgot(server);
    await reset(server, codeIn(await server.mail(address, subject)));
    expect((await server.me(thief.access_token)).status).toBe(401);
    expect((await server.refresh(thief.refresh_token)).status).toBe(401);
    expect((await server.signIn('thief', password)).status).toBe(401);
    expect((await call('POST', '/api/auth/change-email/confirm', { body: { code: theirs } })).status).toBe(
      400,
    );
    expect(
      (await call('POST', '/api/auth/signin', { body: { email: address, password: fresh } })).status,
    ).toBe(200);
  });

  test('changing the password takes the current one, signs out other devices, and sends a mail [API-18 CHECK-6]', async () => {
    const server = await startWithPeople(dialect);
    const { signUp, signIn, call, me, refresh, mail } = server;
    const other = await signUp();
    const mine = (await signIn()).body;
    await forgot(server);
    const link = codeIn(await mail(address, subject));
    const change = (current_password: string, new_password: string) =>
      call('PUT', '/api/v1/user/me/password', {
        token: mine.access_token,
        body: { current_password, new_password },
      });
    expect(await change('Wrong-1', fresh)).toMatchObject({ status: 403, body: { error: 'wrong-password' } });
    expect(await change(password, 'secret-2')).toMatchObject({
      status: 400,
      body: { message: 'Password must have 1 uppercase letter' },
    });
    expect((await me(other.access_token)).status).toBe(200);
    expect(await change(password, fresh)).toMatchObject({ status: 200, body: {} });

    expect((await me(mine.access_token)).status).toBe(200);
    expect((await refresh(mine.refresh_token)).status).toBe(200);
    expect((await me(other.access_token)).status).toBe(401);
    expect((await refresh(other.refresh_token)).status).toBe(401);
    expect((await signIn('ada', password)).status).toBe(401);
    expect((await signIn('ada', fresh)).status).toBe(200);
    expect(await reset(server, link)).toMatchObject(expired);
    expect(await mail(address, 'Your password was changed')).toContain('/forgot-password');
  });

  test('anyone who finds a device unlocked cannot guess the current password [CHECK-6]', async () => {
    const server = await startWithPeople(dialect, {
      rateLimits: {
        ...rateLimits,
        password: {
          ...rateLimits.password,
          address: { calls: 1000, seconds: 60 },
          account: { calls: 1000, seconds: 60 },
        },
      },
    });
    const { access_token } = await server.signUp();
    const statuses = await Promise.all(
      Array.from({ length: 50 }, async (_, each) => {
        const { status } = await server.call('PUT', '/api/v1/user/me/password', {
          token: access_token,
          body: { current_password: `Wrong-${each}`, new_password: fresh },
          from: `10.0.0.${each}`,
        });
        return status;
      }),
    );
    expect(statuses.sort()).toEqual([...Array(5).fill(403), ...Array(45).fill(429)]);
  });
});

describe.each(databases)('several at once on %s', (dialect) => {
  test('of two simultaneous changes, one succeeds', async () => {
    const server = await startWithPeople(dialect);
    const { access_token } = await server.signUp();
    const answers = await Promise.all(
      ['First-11', 'Second-22'].map((new_password) =>
        server.call('PUT', '/api/v1/user/me/password', {
          token: access_token,
          body: { current_password: password, new_password },
        }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403]);
  });
});
