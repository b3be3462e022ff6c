import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { newId } from '@polylogue/sync';
import { expect, test } from 'vitest';
import { accounts } from '../accounts.ts';
import { bootDatabase } from '../platform/database/boot.ts';
import { databases, freshPlace } from '../testing/databases.ts';
import { commandLine } from './testing.ts';

/** An installation with these people, each signed in on one device. */
async function withPeople(usernames: string[], env: Record<string, string> = {}) {
  const line = await commandLine({ PUBLIC_URL: 'https://chat.example.com', ...env });
  const database = await bootDatabase({ dataDir: line.dataDir });
  const now = Date.now;
  const { users, auth } = accounts({
    database,
    sendMail: async () => {},
    origin: () => 'https://chat.example.com',
    signup: 'open',
    isChallenged: false,
    now,
  });
  const ids = new Map<string, string>();
  for (const username of usernames) {
    const drawn = await auth.signIns.prepare();
    await database.transaction(async (trx) => {
      const userId = newId();
      ids.set(username, userId);
      await users.add(
        {
          user_id: userId,
          username,
          username_canonical: username,
          email: `${username}@example.com`,
          email_canonical: `${username}@example.com`,
          hashed_password: '$argon2id$not-one',
          created_at: now(),
        },
        trx,
      );
      const visitor = { address: '192.0.2.7', ip: '192.0.2.7', userAgent: 'Firefox', record: () => {} };
      await auth.signIns.begin(userId, drawn, visitor, trx);
    });
  }
  await database.close();
  return {
    ...line,
    id: (username: string) => ids.get(username) ?? '',
    async rows<Row>(
      read: (database: Awaited<ReturnType<typeof bootDatabase>>) => Promise<Row>,
    ): Promise<Row> {
      const again = await bootDatabase({ dataDir: line.dataDir });
      return await read(again).finally(() => again.close());
    },
  };
}

test('users lists everyone, or everyone who matches', async () => {
  const { type, id } = await withPeople(['joan', 'grace', 'joan.b']);
  const all = await type('users');
  expect(all.code).toBe(0);
  expect(all.output.split('\n')).toHaveLength(4);
  expect(all.output).toMatch(/^USERNAME +E-MAIL /);
  // All three may have been made in the same millisecond, and so stand in any order.
  expect(all.output).toMatch(/^joan +joan@example\.com +unverified +good +\d{4}-\d\d-\d\d \d\d:\d\d +/m);
  // No id has these letters.
  expect((await type('users', 'JOAN')).output.split('\n')).toHaveLength(3);
  expect((await type('users', ' jo AN ')).output.split('\n')).toHaveLength(3);
  expect((await type('users', id('grace'))).output).toContain('grace@example.com');
  expect((await type('users', 'nobody')).output).toBe('No account matches.');
});

test('users lists people by standing', async () => {
  const { type } = await withPeople(['ada', 'grace']);
  await type('standing', 'grace', 'limited');
  const { output } = await type('users', '--standing', 'limited');
  expect(output).toContain('grace');
  expect(output).not.toContain('ada@');
  expect(await type('users', '--standing', 'fine')).toMatchObject({
    code: 2,
    errors: expect.stringContaining('It must be one of good, limited, suspended.'),
  });
});

test('suspending a person signs them out everywhere', async () => {
  const { type, rows, id } = await withPeople(['ada']);
  expect((await type('sign-ins', 'ada')).output).toMatch(/^DEVICE .*\nAnother program +192\.0\.2\.7 /);
  expect(await type('standing', 'ada', 'suspended')).toEqual({
    code: 0,
    output: 'ada is now suspended and signed out everywhere.',
    errors: '',
  });
  expect((await type('sign-ins', 'ada')).output).toBe('ada is not signed in anywhere.');
  const user = await rows(({ db }) =>
    db.selectFrom('users').select(['user_standing']).where('user_id', '=', id('ada')).executeTakeFirst(),
  );
  expect(user?.user_standing).toBe('suspended');
});

test('the operator can verify an address where mail cannot [VERIFY-06]', async () => {
  const { type, rows, id, dataDir } = await withPeople(['ada']);
  const done = { code: 0, output: 'ada@example.com is now verified as the address of ada.', errors: '' };
  expect(await type('verify', 'Ada')).toEqual(done);
  expect((await type('users', 'ada')).output).toMatch(/ada@example\.com +verified /);
  expect((await type('verify', 'ada@example.com')).output).toBe(
    'ada@example.com was already verified as the address of ada.',
  );
  const found = await rows(({ db }) => db.selectFrom('mail_tokens').select('used_at').execute());
  expect(found.filter(({ used_at }) => used_at === null)).toEqual([]);
  const lines = (await readFile(join(dataDir, 'admin.log'), 'utf8')).trim().split('\n');
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { event: 'email-verified', subject: id('ada') },
  ]);
  expect(await type('verify', 'eve')).toMatchObject({ code: 1 });
});

test('delete says what it would do, and does it once confirmed', async () => {
  const { type, rows, id, dataDir } = await withPeople(['ada', 'grace']);
  const preview = await type('delete', 'ada');
  expect(preview).toEqual({
    code: 0,
    output: expect.stringMatching(/^This deletes ada \(ada@example\.com, .*\n.* delete ada --yes$/),
    errors: '',
  });
  expect((await type('users')).output).toContain('ada@example.com');

  const done = await type('delete', 'ada', '--yes');
  expect(done.output).toMatch(
    /is signed out and can no longer be found; the running server removes what is left\.$/,
  );
  expect(await type('sign-ins', 'ada')).toMatchObject({ code: 1 });
  const jobs = await rows(({ db }) => db.selectFrom('jobs').select(['kind', 'payload']).execute());
  expect(jobs).toEqual([{ kind: 'departure', payload: JSON.stringify({ userId: id('ada'), isTold: true }) }]);
  const [line = ''] = (await readFile(join(dataDir, 'admin.log'), 'utf8')).split('\n');
  expect(JSON.parse(line)).toMatchObject({ event: 'account-deleted', subject: id('ada') });
});

test('a person can be given by username, email address or id', async () => {
  const { type, id } = await withPeople(['ada']);
  for (const name of ['ada', 'A da ', 'ada@example.com', id('ada')]) {
    expect(await type('sign-ins', name)).toMatchObject({ code: 0 });
  }
  expect(await type('standing', 'eve', 'good')).toMatchObject({
    code: 1,
    errors: expect.stringContaining('There is no account called eve.'),
  });
});

test('a password reset link is printed once and stored nowhere', async () => {
  const { type, dataDir, rows } = await withPeople(['ada']);
  const { code, output } = await type('reset-password', 'ada');
  expect(code).toBe(0);
  const [, secret = ''] =
    /https:\/\/chat\.example\.com\/reset-password\?code=([\w-]{20,})$/.exec(output) ?? [];
  expect(secret).not.toBe('');
  const tokens = await rows(({ db }) => db.selectFrom('mail_tokens').selectAll().execute());
  expect(tokens).toHaveLength(1);
  expect(JSON.stringify(tokens)).not.toContain(secret);
  expect(await readFile(join(dataDir, 'admin.log'), 'utf8')).not.toContain(secret);
});

const mailServer = { SMTP_URL: 'smtp://127.0.0.1:2525' };

test('with --mail the link is mailed and not printed', async () => {
  const { type, rows } = await withPeople(['ada'], mailServer);
  const { code, output } = await type('reset-password', 'ada', '--mail');
  expect({ code, output }).toEqual({
    code: 0,
    output: 'An email is on its way to ada@example.com; the running server sends it.',
  });
  const jobs = await rows(({ db }) => db.selectFrom('jobs').select('payload').execute());
  expect(jobs).toEqual([{ payload: expect.stringContaining('/reset-password?code=') }]);
});

test('without a mail server, nothing claims to be on its way', async () => {
  const { type } = await withPeople(['ada']);
  const outbox =
    /SMTP_URL is not set: the email to .* will be a file in \S+outbox, written by the running server\.$/;
  expect((await type('reset-password', 'ada', '--mail')).output).toMatch(outbox);
  expect((await type('invite', '--email', 'grace@example.com')).output).toMatch(outbox);
});

test('an invitation is a link, optionally for one address and for a given time', async () => {
  const { type, rows } = await withPeople([], mailServer);
  const open = await type('invite');
  expect(open.output).toMatch(/within 14 days:\nhttps:\/\/chat\.example\.com\/signup\?invite=[\w-]{20,}$/);
  const mailed = await type('invite', '--email', 'grace@example.com', '--days', '1');
  expect(mailed.output).toMatch(
    /^With this link grace@example\.com can sign up within a day:\n.*\nAn email is on its way/,
  );
  const tokens = await rows(({ db }) =>
    db.selectFrom('invites').select(['email', 'created_at', 'expires_at']).execute(),
  );
  const days = tokens.map(({ email, created_at, expires_at }) => [
    email,
    (expires_at - created_at) / 86_400_000,
  ]);
  expect(days).toEqual(
    expect.arrayContaining([
      [null, 14],
      ['grace@example.com', 1],
    ]),
  );
});

test.each([[['--days', '0']], [['--days', '400']], [['--days', 'soon']]])(
  'invite %j is refused with a sentence',
  async (words) => {
    const { type } = await withPeople([]);
    expect(await type('invite', ...words)).toMatchObject({
      code: 2,
      errors: expect.stringContaining('--days takes a whole number from 1 to 365.'),
    });
  },
);

test('an invitation to an invalid address is refused with a sentence', async () => {
  const { type } = await withPeople([]);
  expect(await type('invite', '--email', 'grace')).toEqual({
    code: 1,
    output: '',
    errors: 'Please enter a valid email',
  });
});

test('no link is made to a server that chooses its own port', async () => {
  const { type, dataDir } = await commandLine({ PORT: '0' });
  await (await bootDatabase({ dataDir })).close();
  expect(await type('invite')).toEqual({
    code: 1,
    output: '',
    errors: 'PORT is 0, so only the server knows where it listens, and no link can be made. Set PUBLIC_URL.',
  });
});

test('while sign-up is closed, an invitation says that it cannot be used yet', async () => {
  const { type } = await withPeople([], { SIGNUP: 'closed' });
  expect((await type('invite')).output).toContain('But SIGNUP is closed');
});

test('one sign-in or all of them are ended [CHECK-38]', async () => {
  const { type } = await withPeople(['ada']);
  const [, signIn = ''] = / (\S+)$/.exec((await type('sign-ins', 'ada')).output) ?? [];
  expect(await type('end-sign-ins', 'ada', '--id', 'none')).toMatchObject({
    code: 1,
    errors: expect.stringContaining('ada has no sign-in none.'),
  });
  expect((await type('end-sign-ins', 'ada', '--id', signIn)).output).toBe(
    'ada is signed out on that device.',
  );
  expect((await type('end-sign-ins', 'ada')).output).toBe('ada is signed out on 0 devices.');
});

test('a new key signs from now on, and the old one stays valid for what it signed', async () => {
  const { type, rows } = await withPeople([]);
  await type('rotate-key');
  expect((await type('rotate-key')).output).toMatch(/^The key \S+ signs from now on\.$/);
  const keys = await rows(({ db }) => db.selectFrom('signing_keys').select('retired_at').execute());
  expect(keys.map(({ retired_at }) => retired_at !== null).sort()).toEqual([false, true]);
});

test('actions are logged in admin.log, with the id of the account', async () => {
  const { type, dataDir, id } = await withPeople(['ada']);
  await type('standing', 'ada', 'limited');
  await type('end-sign-ins', 'ada');
  await type('invite');
  const lines = (await readFile(join(dataDir, 'admin.log'), 'utf8')).trim().split('\n');
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { event: 'standing-changed', subject: id('ada') },
    { event: 'sign-ins-ended', subject: id('ada') },
    { event: 'invited' },
  ]);
  expect(lines.join()).not.toContain('@');
});

test('a link is printed even if admin.log cannot be written', async () => {
  const { type, dataDir } = await withPeople(['ada']);
  await mkdir(join(dataDir, 'admin.log'));
  for (const command of [['invite'], ['reset-password', 'ada']]) {
    const { code, output, errors } = await type(...command);
    expect(code).toBe(0);
    expect(output).toMatch(/^https:.*[\w-]{43}$/m);
    expect(errors).toBe(`This was done, but not logged: ${dataDir}/admin.log cannot be written (EISDIR).`);
  }
});

test.skipIf(!databases.includes('postgres'))(
  'with PostgreSQL, a link is printed even if there is no data folder here',
  async () => {
    const { env, dataDir } = await freshPlace('postgres');
    const { type } = await commandLine({ ...env, DATA_DIR: join(dataDir, 'none', 'x') });
    const { code, output, errors } = await type('invite');
    expect(code).toBe(0);
    expect(output).toMatch(/^http:.*[\w-]{43}$/m);
    expect(errors).toContain('(ENOENT)');
  },
);
