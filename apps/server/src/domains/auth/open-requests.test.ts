import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { DataExport, Tokens } from '@polylogue/contract';
import { describe, expect, test } from 'vitest';
import { commandLine } from '../../admin/testing.ts';
import { serviceDatabases } from '../../testing/databases.ts';
import { cheapPasswords, unlimited } from '../../testing/no-limits.ts';
import { codeIn, type People, password, startWithPeople } from '../../testing/people.ts';
import { pictures } from '../../testing/pictures.ts';
import { eventually } from '../../testing/server.ts';
import { multipart, multipartType } from '../../testing/upload.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
const fresh = 'Another-2';
const confirmSubject = 'Confirm your new email address';
const noticeSubject = 'Your email address is being changed';

interface Person {
  name: string;
  email: string;
  tokens: Tokens;
}

/** The code in the mail that `act` causes. */
async function mailed(server: People, to: string, subject: string, act: () => Promise<{ status: number }>) {
  const found = () => server.mails.filter((mail) => mail.to[0] === to && mail.read.subject === subject);
  const before = found().length;
  expect((await act()).status).toBe(200);
  await eventually(() => expect(found().length).toBeGreaterThan(before));
  return codeIn(found().at(-1)?.read.text ?? '');
}

const post = ({ call }: People, path: string, body: object, token?: string) =>
  call('POST', path, { body, ...(token !== undefined && { token }) });
const askForAddress = (server: People, { tokens }: Person, email: string, current_password = password) =>
  post(server, '/api/auth/change-email', { email, current_password }, tokens.access_token);
const confirm = (server: People, code: string) => post(server, '/api/auth/change-email/confirm', { code });
const undo = (server: People, code: string) => post(server, '/api/auth/change-email/undo', { code });
const forgot = (server: People, email: string) => post(server, '/api/auth/forgot-password', { email });
const reset = (server: People, token: string) =>
  post(server, '/api/auth/reset-password', { token, password: fresh });
const changePassword = ({ call }: People, { tokens }: Person, new_password = fresh) =>
  call('PUT', '/api/v1/user/me/password', {
    token: tokens.access_token,
    body: { current_password: password, new_password },
  });
const copyOf = async ({ call }: People, { tokens }: Person) =>
  (await call('GET', '/api/v1/user/me/export', { token: tokens.access_token })).body as unknown as DataExport;
const askForCopy = (server: People, { tokens }: Person) =>
  post(server, '/api/v1/user/me/export', { current_password: password }, tokens.access_token);
const download = ({ url }: People, copy: string) => fetch(url + new URL(copy).pathname);

async function person(server: People, name: string): Promise<Person> {
  return { name, email: `${name}@example.com`, tokens: await server.signUp(name) };
}

/** Links and addresses that give power over an account: how to obtain each, and how to use it. */
const kinds = {
  'the link that verifies': {
    ask: async (server: People, { email }: Person) =>
      codeIn(await server.mail(email, 'Verify your email address')),
    use: ({ call }: People, code: string) => call('GET', `/api/auth/verify?code=${code}`),
  },
  'the link to a new password': {
    ask: (server: People, { email }: Person) =>
      mailed(server, email, 'Set a new password', () => forgot(server, email)),
    use: reset,
  },
  'the link that confirms another address': {
    ask: (server: People, one: Person) => {
      const next = `${one.name}.next@example.com`;
      return mailed(server, next, confirmSubject, () => askForAddress(server, one, next));
    },
    use: confirm,
  },
  'the link that keeps the address': {
    ask: (server: People, one: Person) =>
      mailed(server, one.email, noticeSubject, () =>
        askForAddress(server, one, `${one.name}.next@example.com`),
      ),
    use: undo,
  },
  'the link back to the address before': {
    async ask(server: People, one: Person) {
      const next = `${one.name}.next@example.com`;
      const back = await mailed(server, one.email, noticeSubject, () => askForAddress(server, one, next));
      await confirm(server, codeIn(await server.mail(next, confirmSubject)));
      one.email = next;
      return back;
    },
    use: undo,
  },
  'the address of a copy': {
    async ask(server: People, one: Person) {
      await askForCopy(server, one);
      await eventually(async () => expect(await copyOf(server, one)).toMatchObject({ state: 'ready' }));
      return (await copyOf(server, one)).url ?? '';
    },
    use: download,
  },
  'a slot for a picture': {
    async ask({ signIn, call }: People, { name }: Person) {
      const { access_token: token } = (await signIn(name)).body;
      const answer = await call('POST', '/api/v1/user/me/image', { token });
      return String(Object(answer.body).upload_url);
    },
    use: async ({ url }: People, slot: string) =>
      fetch(url + new URL(slot).pathname, {
        method: 'POST',
        headers: { 'content-type': multipartType },
        body: new Uint8Array(multipart({ name: 'a.png', type: 'image/png', bytes: await pictures.png() })),
      }),
  },
};
type Kind = keyof typeof kinds;

/** Changes to an account. */
const events = {
  'a new password': changePassword,
  'a password reset': async (server: People, { email }: Person) =>
    reset(server, await mailed(server, email, 'Set a new password', () => forgot(server, email))),
  'another address': async (server: People, one: Person) => {
    const third = `${one.name}.third@example.com`;
    const code = await mailed(server, third, confirmSubject, () => askForAddress(server, one, third));
    return confirm(server, code);
  },
  'an address that is kept': async (server: People, one: Person) => {
    const ask = () => askForAddress(server, one, `${one.name}.third@example.com`);
    return undo(server, await mailed(server, one.email, noticeSubject, ask));
  },
  'a suspension': async (server: People, { name }: Person) => {
    const { code } = await (await commandLine(server.place.env)).type('standing', name, 'suspended');
    return { status: code === 0 ? 200 : code };
  },
  'a deletion': async (server: People, { tokens }: Person) =>
    post(server, '/api/v1/user/me/deletion', { current_password: password }, tokens.access_token),
  'signing out all other devices': async (server: People, { tokens }: Person) =>
    post(server, '/api/auth/sign-ins/end', { current_password: password }, tokens.access_token),
};

/** What remains usable after each; docs/threat-model.md says why. */
const survivors: Record<keyof typeof events, Kind[]> = {
  'a new password': ['the link back to the address before'],
  'a password reset': ['the link back to the address before'],
  'another address': [
    'the link that keeps the address',
    'the link back to the address before',
    'the address of a copy',
    'a slot for a picture',
  ],
  'an address that is kept': ['the link back to the address before'],
  'a suspension': ['the link back to the address before'],
  'a deletion': [],
  'signing out all other devices': (Object.keys(kinds) as Kind[]).filter(
    (kind) => kind !== 'a slot for a picture',
  ),
};

describe.each(serviceDatabases)('on %s', (dialect) => {
  const start = () => startWithPeople(dialect, { passwords: cheapPasswords, rateLimits: unlimited });

  test.each(Object.keys(events) as (keyof typeof events)[])(
    '%s ends every open request except those that must outlive it [CHECK-29 CHECK-33]',
    async (event) => {
      const server = await start();
      const held: { kind: Kind; one: Person; code: string }[] = [];
      for (const [number, kind] of (Object.keys(kinds) as Kind[]).entries()) {
        const one = await person(server, `ada${number}`);
        held.push({ kind, one, code: await kinds[kind].ask(server, one) });
      }
      server.pass(2 * minute);
      for (const { one } of held) expect((await events[event](server, one)).status).toBe(200);
      const good: Kind[] = [];
      for (const { kind, code } of held) {
        if ((await kinds[kind].use(server, code)).status === 200) good.push(kind);
      }
      expect(good).toEqual(survivors[event]);
    },
  );

  test('a thief with an old password cannot confirm a new address once the password has changed', async () => {
    const server = await start();
    const ada = await person(server, 'ada');
    const thief = { ...ada, tokens: (await server.signIn('ada')).body };
    const theirs = await mailed(server, 'thief@example.com', confirmSubject, () =>
      askForAddress(server, thief, 'thief@example.com'),
    );
    expect((await changePassword(server, ada)).status).toBe(200);
    expect(await confirm(server, theirs)).toMatchObject({ status: 400, body: { error: 'expired-code' } });
    expect((await forgot(server, 'thief@example.com')).status).toBe(404);
    expect((await server.me(ada.tokens.access_token)).body.email).toBe(ada.email);
  });

  test('a thief who took the address and resets the password leaves the owner the link back', async () => {
    const server = await start();
    const ada = await person(server, 'ada');
    const keep = await kinds['the link back to the address before'].ask(server, ada);
    await changePassword(server, ada);
    // The mail about it promises no more than that.
    expect((await server.mail(ada.email, 'Your password was changed')).replace(/\s+/g, ' ')).toMatch(
      /links emailed to this address earlier .* no longer work\. Until .* UTC, a link in the mailbox that the account had before can still bring the old address back\./,
    );
    await events['a password reset'](server, ada);
    server.pass(6 * day);
    expect(await undo(server, keep)).toMatchObject({ status: 200, body: { email: 'ada@example.com' } });
    expect((await forgot(server, ada.email)).status).toBe(404);
    await events['a password reset'](server, { ...ada, email: 'ada@example.com' });
    expect((await server.signIn('ada', fresh)).status).toBe(200);
  });

  test.each(['confirms it', 'takes the account back and sets a new password'])(
    'an address that was given back cannot be taken again, once its owner %s',
    async (what) => {
      const server = await start();
      const ada = await person(server, 'ada');
      const { email } = ada;
      const keep = await kinds['the link back to the address before'].ask(server, ada);
      server.pass(2 * minute);
      const theirs = await mailed(server, ada.email, noticeSubject, () => askForAddress(server, ada, email));
      if (what === 'confirms it') {
        expect((await confirm(server, codeIn(await server.mail(email, confirmSubject)))).status).toBe(200);
      } else {
        expect((await undo(server, keep)).status).toBe(200);
        await events['a password reset'](server, { ...ada, email });
      }
      expect(await undo(server, theirs)).toMatchObject({ status: 400, body: { error: 'expired-code' } });
    },
  );

  test('setting a new password and using a link at the same time do not deadlock', async () => {
    const server = await start();
    const people = await Promise.all(Array.from({ length: 10 }, (_, each) => person(server, `ada${each}`)));
    const answers = await Promise.all(
      people.map(async (one) => {
        const code = await kinds['the link that confirms another address'].ask(server, one);
        const both = await Promise.all([changePassword(server, one), confirm(server, code)]);
        return both.map(({ status }) => status);
      }),
    );
    for (const [changed, confirmed] of answers) {
      expect(changed).toBe(200);
      expect([200, 400]).toContain(confirmed);
    }
  });

  test.each([
    ['another address', (server: People, one: Person) => askForAddress(server, one, 'thief@example.com')],
    ['a copy', askForCopy],
    ['the end of the account', events['a deletion']],
    ['the end of other sign-ins', events['signing out all other devices']],
  ])('proof of the old password does not count for %s after it has changed', async (_, ask) => {
    const { promise: isVerified, resolve: verified } = Promise.withResolvers<void>();
    const { promise: mayGoOn, resolve: goOn } = Promise.withResolvers<void>();
    let isSlow = false;
    const server = await startWithPeople(dialect, {
      rateLimits: unlimited,
      passwords: {
        ...cheapPasswords,
        async verify(...given) {
          const verdict = await cheapPasswords.verify(...given);
          if (isSlow) {
            isSlow = false;
            verified();
            await mayGoOn;
          }
          return verdict;
        },
      },
    });
    const ada = await person(server, 'ada');
    const thief = { ...ada, tokens: (await server.signIn('ada')).body };
    isSlow = true;
    const response = ask(server, thief);
    await isVerified;
    expect((await changePassword(server, ada)).status).toBe(200);
    goOn();
    expect(await response).toMatchObject({ status: 403, body: { error: 'wrong-password' } });
    expect((await server.me(ada.tokens.access_token)).body.email).toBe(ada.email);
    expect(await copyOf(server, ada)).toMatchObject({ state: 'none' });
    expect(server.mails.filter(({ to }) => to[0] === 'thief@example.com')).toEqual([]);
  });

  test('a finished copy is deleted with the old password, and so are its bytes', async () => {
    const server = await start();
    const ada = await person(server, 'ada');
    const storedFiles = () => readdir(join(server.place.dataDir, 'exports')).catch(() => []);
    await kinds['the address of a copy'].ask(server, ada);
    expect(await storedFiles()).toHaveLength(1);
    await changePassword(server, ada);
    expect(await copyOf(server, ada)).toMatchObject({ state: 'none', url: null });
    await eventually(async () => expect(await storedFiles()).toEqual([]));
  });
});
