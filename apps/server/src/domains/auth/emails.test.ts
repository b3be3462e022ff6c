import { describe, expect, test } from 'vitest';
import { serviceDatabases } from '../../testing/databases.ts';
import { cheapPasswords, unlimited } from '../../testing/no-limits.ts';
import { codeIn, type People, password, startWithPeople } from '../../testing/people.ts';
import { eventually } from '../../testing/server.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
const address = 'ada@example.com';
const next = 'countess@example.com';
const verifySubject = 'Verify your email address';

const verify = ({ call }: People, code: string) =>
  call('GET', `/api/auth/verify?code=${encodeURIComponent(code)}`);
const resend = ({ call }: People, token: string) => call('POST', '/api/auth/verify', { token });
const change = ({ call }: People, token: string, email = next, current_password = password) =>
  call('POST', '/api/auth/change-email', { token, body: { email, current_password } });
const confirm = ({ call }: People, code: string) =>
  call('POST', '/api/auth/change-email/confirm', { body: { code } });
const undo = ({ call }: People, code: string) =>
  call('POST', '/api/auth/change-email/undo', { body: { code } });

describe.each(serviceDatabases)('on %s', (dialect) => {
  test('an address is verified with the mailed link, once [API-15 USER-05 CHECK-27]', async () => {
    const server = await startWithPeople(dialect);
    const { access_token } = await server.signUp();
    const code = codeIn(await server.mail(address, verifySubject));
    const { db } = await server.database();
    expect(JSON.stringify(await db.selectFrom('mail_tokens').selectAll().execute())).not.toContain(code);

    // A HEAD request, as from a mail scanner, does not verify anything.
    const head = await fetch(`${server.url}/api/auth/verify?code=${code}`, { method: 'HEAD' });
    expect(head.status).toBe(404);
    expect((await server.me(access_token)).body.email_verified).toBe(false);
    expect(await verify(server, code)).toMatchObject({ status: 200, body: { email: address } });
    expect((await server.me(access_token)).body.email_verified).toBe(true);
    expect(await verify(server, code)).toMatchObject({
      status: 400,
      body: { message: expect.stringMatching(/^The link was used or replaced, or has expired\./) },
    });
    expect(await resend(server, access_token)).toMatchObject({
      status: 409,
      body: { error: 'already-verified' },
    });
  });

  test('a verification link works for a day', async () => {
    const server = await startWithPeople(dialect);
    await server.signUp();
    const code = codeIn(await server.mail(address, verifySubject));
    server.pass(day);
    expect((await verify(server, code)).status).toBe(400);
  });

  test('another mail can be requested after a minute, and invalidates the previous one [API-14 VERIFY-04]', async () => {
    const server = await startWithPeople(dialect);
    const { access_token } = await server.signUp();
    const old = codeIn(await server.mail(address, verifySubject));
    const early = await resend(server, access_token);
    expect([early.status, early.headers.get('retry-after')]).toEqual([429, '60']);
    server.pass(minute);
    const both = await Promise.all([resend(server, access_token), resend(server, access_token)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 429]);
    await eventually(() => expect(server.mails).toHaveLength(2));
    expect((await verify(server, old)).status).toBe(400);
    expect((await verify(server, codeIn(server.mails[1]?.read.text ?? ''))).status).toBe(200);
  });

  test('mails that strangers sent to an address do not prevent its owner from using it', async () => {
    const server = await startWithPeople(dialect, { rateLimits: unlimited, passwords: cheapPasswords });
    const statuses: number[] = [];
    for (const name of ['ada', 'ben', 'cleo', 'dan']) {
      const { access_token } = await server.signUp(name);
      for (const _ of Array(4)) {
        statuses.push((await change(server, access_token)).status);
        server.pass(minute);
      }
    }
    // At most three an hour from one person, and ten from everyone.
    expect(statuses).toEqual([
      200, 200, 200, 429, 200, 200, 200, 429, 200, 200, 200, 429, 200, 429, 429, 429,
    ]);
    const { access_token } = await server.signUp('countess');
    expect((await resend(server, access_token)).status).toBe(200);
    const code = codeIn(await server.mail(next, verifySubject));
    expect((await verify(server, code)).status).toBe(200);
  });

  test('an invalid code verifies nothing', async () => {
    const server = await startWithPeople(dialect);
    expect(await verify(server, 'A'.repeat(43))).toMatchObject({
      status: 401,
      body: { error: 'unknown-code' },
    });
    for (const query of ['', '?code=', '?code[]=x', `?code=${'A'.repeat(300)}`, '?code=a&code=b']) {
      expect((await server.call('GET', `/api/auth/verify${query}`)).status).toBe(400);
    }
    expect((await server.call('POST', '/api/auth/verify')).status).toBe(401);
  });

  test('changing the address requires the password, and takes effect once the new address is confirmed [CHECK-29]', async () => {
    const server = await startWithPeople(dialect);
    const { access_token } = await server.signUp();
    expect(await change(server, access_token, next, 'Wrong-1')).toMatchObject({
      status: 403,
      body: { error: 'wrong-password' },
    });
    expect((await change(server, access_token, address)).status).toBe(400);
    expect((await change(server, access_token, 'a@b@c.example')).status).toBe(400);
    expect((await change(server, access_token)).status).toBe(200);
    expect((await change(server, access_token)).status).toBe(429);

    const link = await server.mail(next, 'Confirm your new email address');
    expect(link).toContain('http://polylogue.test/change-email?code=');
    expect(await server.mail(address, 'Your email address is being changed')).toContain(next);
    expect((await server.me(access_token)).body.email).toBe(address);
    expect(await confirm(server, codeIn(link))).toMatchObject({ status: 200, body: { email: next } });
    expect((await server.me(access_token)).body).toMatchObject({ email: next, email_verified: true });
    expect((await confirm(server, codeIn(link))).status).toBe(400);
    expect((await server.call('POST', '/api/auth/signin', { body: { email: next, password } })).status).toBe(
      200,
    );
    expect(
      (await server.call('POST', '/api/auth/signin', { body: { email: address, password } })).status,
    ).toBe(401);
  });

  test('who asks for an address that another account has is not told so; its owner is, by mail [CHECK-18]', async () => {
    const server = await startWithPeople(dialect);
    const { access_token } = await server.signUp();
    await server.signUp('ben');
    expect(await change(server, access_token, 'BEN@example.com')).toMatchObject({ status: 200, body: {} });
    expect(await server.mail(address, 'Your email address is being changed')).toContain('BEN@example.com');
    expect(await server.mail('BEN@example.com', 'Your address is already in use')).not.toContain('code=');
  });

  test('an address that another account takes meanwhile is refused', async () => {
    const server = await startWithPeople(dialect);
    const { access_token } = await server.signUp();
    await change(server, access_token);
    const code = codeIn(await server.mail(next, 'Confirm your new email address'));
    await server.signUp('countess');
    expect(await confirm(server, code)).toMatchObject({ status: 409, body: { error: 'taken' } });
    expect((await server.me(access_token)).body.email).toBe(address);
  });

  test.each(['before', 'after'])(
    'the old mailbox can keep the account, %s the new one has confirmed [CHECK-29]',
    async (when) => {
      const server = await startWithPeople(dialect);
      const thief = await server.signUp();
      await change(server, thief.access_token);
      const theirs = codeIn(await server.mail(next, 'Confirm your new email address'));
      const keep = codeIn(await server.mail(address, 'Your email address is being changed'));
      if (when === 'after') {
        await confirm(server, theirs);
        // Asking again, from the new address, does not invalidate the owner's undo code.
        server.pass(minute);
        await change(server, thief.access_token, 'third@example.com');
      }
      server.pass(6 * day);
      const { refresh_token } = (await server.signIn()).body;
      expect(await undo(server, keep)).toMatchObject({ status: 200, body: { email: address } });
      expect((await confirm(server, theirs)).status).toBe(400);
      expect((await server.refresh(refresh_token)).status).toBe(401);
      const { access_token } = (await server.signIn()).body;
      expect((await server.me(access_token)).body).toMatchObject({ email: address, email_verified: true });
      expect((await undo(server, keep)).status).toBe(400);
    },
  );

  test.each([
    ['confirms an address', 'a day', day, 'Confirm your new email address', next, confirm],
    ['keeps one', 'seven days', 7 * day, 'Your email address is being changed', address, undo],
  ] as const)('a link that %s works for %s', async (_, __, lifetime, subject, to, use) => {
    const server = await startWithPeople(dialect, { passwords: cheapPasswords });
    for (const [name, at, status] of [
      ['early', lifetime - minute, 200],
      ['late', lifetime, 400],
    ] as const) {
      const own = (email: string) => email.replace('@', `.${name}@`);
      const email = own(address);
      const account = { email, username: name, password };
      const { body } = await server.call('POST', '/api/auth/signup', { body: account });
      await change(server, body.access_token, own(next));
      const code = codeIn(await server.mail(own(to), subject));
      server.pass(at);
      expect((await use(server, code)).status).toBe(status);
    }
  });

  /** An intruder changed the address and is about to change it again; each previous owner was notified. */
  async function startChangedTwice() {
    const server = await startWithPeople(dialect);
    const thief = await server.signUp();
    await change(server, thief.access_token);
    const keep = codeIn(await server.mail(address, 'Your email address is being changed'));
    await confirm(server, codeIn(await server.mail(next, 'Confirm your new email address')));
    server.pass(minute);
    await change(server, thief.access_token, 'third@example.com');
    const theirs = codeIn(await server.mail(next, 'Your email address is being changed'));
    return { server, keep, theirs };
  }

  test('once the first mailbox has taken the account back, no later mailbox can [CHECK-29]', async () => {
    const { server, keep, theirs } = await startChangedTwice();
    expect(await undo(server, keep)).toMatchObject({ status: 200, body: { email: address } });
    expect(await undo(server, theirs)).toMatchObject({ status: 400, body: { error: 'expired-code' } });
    const { access_token } = (await server.signIn()).body;
    expect((await server.me(access_token)).body.email).toBe(address);
  });

  test('nobody signs up with an address while it can be taken back [CHECK-29]', async () => {
    const server = await startWithPeople(dialect);
    const signUp = (username: string, email: string) =>
      server.call('POST', '/api/auth/signup', { body: { email, username, password } });
    const thief = await server.signUp();
    await change(server, thief.access_token);
    const keep = codeIn(await server.mail(address, 'Your email address is being changed'));
    await confirm(server, codeIn(await server.mail(next, 'Confirm your new email address')));
    const taken = { status: 409, body: { message: 'Username or email already exists.' } };
    expect(await signUp('second', address.toUpperCase())).toMatchObject(taken);
    server.pass(7 * day - minute);
    expect(await signUp('second', address)).toMatchObject(taken);
    expect(await undo(server, keep)).toMatchObject({ status: 200, body: { email: address } });
  });

  test('an address that was not taken back can be signed up with after seven days', async () => {
    const server = await startWithPeople(dialect);
    const { access_token } = await server.signUp();
    await change(server, access_token);
    await confirm(server, codeIn(await server.mail(next, 'Confirm your new email address')));
    server.pass(7 * day);
    const body = { email: address, username: 'second', password };
    expect((await server.call('POST', '/api/auth/signup', { body })).status).toBe(200);
  });

  test('if a later mailbox takes the account back, the first one can still do so', async () => {
    const { server, keep, theirs } = await startChangedTwice();
    expect(await undo(server, theirs)).toMatchObject({ status: 200, body: { email: next } });
    expect(await undo(server, keep)).toMatchObject({ status: 200, body: { email: address } });
  });

  test('a code for one purpose is valid for no other [CHECK-23]', async () => {
    const server = await startWithPeople(dialect);
    const { access_token } = await server.signUp();
    const verification = codeIn(await server.mail(address, verifySubject));
    await change(server, access_token);
    const codes = [
      verification,
      codeIn(await server.mail(next, 'Confirm your new email address')),
      codeIn(await server.mail(address, 'Your email address is being changed')),
    ];
    const uses = [verify, confirm, undo];
    for (const [each, code] of codes.entries()) {
      for (const [other, use] of uses.entries()) {
        if (each !== other)
          expect(await use(server, code)).toMatchObject({ status: 400, body: { error: 'expired-code' } });
      }
    }
    expect((await server.me(access_token)).body).toMatchObject({ email: address, email_verified: false });
  });
});
