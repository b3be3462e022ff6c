import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DataExport } from '@polylogue/contract';
import { newId } from '@polylogue/sync';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type Circle, type Member, startWithCircle } from '../../testing/circle.ts';
import { databases, serviceDatabases } from '../../testing/databases.ts';
import { type People, password } from '../../testing/people.ts';
import { eventually } from '../../testing/server.ts';
import { unzipped } from '../../testing/unzip.ts';
import { browser, created, usage } from '../conversations/testing.ts';

const day = 24 * 60 * 60 * 1000;
const nothing = { state: 'none', progress: 0, failure: null, url: null, size: null, expires_at: null };

const requestCopy = (one: Member, current_password = password) =>
  one.call('POST', '/me/export', { current_password });
const state = async (one: Member) => (await one.call('GET', '/me/export')).body as unknown as DataExport;

/** The copy, once it is ready. */
async function copy(one: Member): Promise<DataExport & { url: string }> {
  await eventually(async () => expect(await state(one)).toMatchObject({ state: 'ready' }));
  return (await state(one)) as DataExport & { url: string };
}

/** Where the test can reach a url with the server's public origin. */
const here = (server: Pick<Circle<string>, 'url'>, { url }: { url: string }) =>
  server.url + new URL(url).pathname;

async function unpacked(response: Response): Promise<Record<string, Buffer>> {
  const dir = await mkdtemp(join(tmpdir(), 'polylogue-copy-'));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  const path = join(dir, 'copy.zip');
  await writeFile(path, Buffer.from(await response.arrayBuffer()));
  return await unzipped(path);
}

/** A question with two replies, the second one shown, and its usage record. */
async function converse(server: Pick<People, 'call' | 'now'>, { token }: Member) {
  const { now } = server;
  const browserOf = browser(server, token);
  const { conversation, question } = await browserOf.ask('Tell me.');
  const shown = newId();
  const answered = (id: string, body: string) => ({
    ...created(id, conversation, 'assistant', body, now(), question),
    details: { asked: { provider: 'openai', model: 'gpt-6', host: 'api.openai.com' } },
  });
  await browserOf.push({
    conversations: [
      {
        conversation_id: conversation,
        created_at: now(),
        fields: { title: ['What is love?', now()], leaf: [shown, now() + 1] },
      },
    ],
    messages: [answered(newId(), 'Baby, don’t hurt me.'), answered(shown, 'No more.')],
    usage: [usage(newId(), now())],
  });
}

describe.each(serviceDatabases)('copies on %s', (dialect) => {
  test('a wrong password counts as a failed attempt', async () => {
    const { ada, call } = await startWithCircle(dialect, ['ada']);
    for (const path of ['/me/export', '/me/deletion', '/me/export', '/me/deletion']) {
      const { status, body } = await ada.call('POST', path, { current_password: 'Wrong-123' });
      expect({ status, body }).toMatchObject({
        status: 403,
        body: { error: 'wrong-password', message: 'The current password is wrong.' },
      });
    }
    const changed = await call('PUT', '/api/v1/user/me/password', {
      token: ada.token,
      body: { current_password: 'Wrong-123', new_password: 'Another-1' },
    });
    expect(changed.status).toBe(403);
    for (const path of ['/me/export', '/me/deletion']) {
      expect(await ada.call('POST', path, { current_password: password })).toMatchObject({ status: 429 });
    }
    expect(await state(ada)).toMatchObject({ state: 'none' });
  });

  test('anyone who has its url can read it, whole or in part, for a day', async () => {
    const server = await startWithCircle(dialect, ['ada']);
    const { ada, pass } = server;
    await requestCopy(ada);
    const ready = await copy(ada);
    const url = here(server, ready);
    const whole = Buffer.from(await (await fetch(url)).arrayBuffer());
    const part = await fetch(url, { headers: { range: 'bytes=10-19' } });
    expect(part.status).toBe(206);
    expect(part.headers.get('content-range')).toBe(`bytes 10-19/${ready.size}`);
    expect(Buffer.from(await part.arrayBuffer())).toEqual(whole.subarray(10, 20));
    expect((await fetch(url, { headers: { range: `bytes=${ready.size}-` } })).status).toBe(416);
    expect((await fetch(url, { method: 'HEAD' })).headers.get('content-length')).toBe(String(ready.size));
    expect((await fetch(`${url.slice(0, -1)}${url.endsWith('A') ? 'B' : 'A'}`)).status).toBe(404);

    pass(day);
    expect((await fetch(url)).status).toBe(404);
    const { access_token: token } = (await server.signIn()).body;
    const { body } = await server.call('GET', '/api/v1/user/me/export', { token });
    expect(body).toMatchObject({ state: 'none', url: null });
  });

  test('a new copy replaces the previous one', async () => {
    const server = await startWithCircle(dialect, ['ada']);
    const { ada, place } = server;
    await requestCopy(ada);
    const before = await copy(ada);
    await requestCopy(ada);
    const after = await copy(ada);
    expect((await fetch(here(server, before))).status).toBe(404);
    expect((await fetch(here(server, after))).status).toBe(200);
    expect(await readdir(join(place.dataDir, 'exports'))).toHaveLength(1);
  });

  test('its owner can delete a copy, without affecting other people’s', async () => {
    const server = await startWithCircle(dialect, ['ada', 'bob']);
    const { ada, bob, place } = server;
    await requestCopy(ada);
    await requestCopy(bob);
    const [ofAda, ofBob] = [await copy(ada), await copy(bob)];
    for (const _ of Array(2)) expect(await ada.call('DELETE', '/me/export')).toMatchObject({ status: 200 });
    expect(await state(ada)).toEqual(nothing);
    expect((await fetch(here(server, ofAda))).status).toBe(404);
    expect((await fetch(here(server, ofBob))).status).toBe(200);
    expect(await readdir(join(place.dataDir, 'exports'))).toHaveLength(1);
  });

  test('only its owner can tell that a copy exists', async () => {
    const { ada, bob, call } = await startWithCircle(dialect, ['ada', 'bob']);
    await requestCopy(ada);
    await copy(ada);
    expect(await state(bob)).toMatchObject({ state: 'none' });
    for (const [method, path] of [
      ['GET', '/api/v1/user/me/export'],
      ['POST', '/api/v1/user/me/export'],
      ['DELETE', '/api/v1/user/me/export'],
      ['POST', '/api/v1/user/me/deletion'],
    ] as const) {
      const body = method === 'POST' ? { body: { current_password: password } } : {};
      expect(await call(method, path, body)).toMatchObject({ status: 401, body: { error: 'signed-out' } });
    }
  });
});

describe.each(databases)('the data of a copy on %s', (dialect) => {
  test('a copy contains all the data stored about a person, and of others only what they showed [CHECK-51 CHECK-63]', async () => {
    const server = await startWithCircle(dialect, ['ada', 'bob', 'carol', 'dan']);
    const { ada, bob, carol, dan, befriend, db } = server;
    await befriend(ada, bob);
    await ada.block(carol);
    await ada.call('POST', '/report', { reported_user_id: carol.id, reason: 'spam', details: 'adas words' });
    await dan.call('POST', '/report', { reported_user_id: ada.id, reason: 'spam', details: 'dans words' });
    await ada.become({ bio: 'I like engines.' });
    await converse(server, ada);
    await bob.become({ bio: 'bobs bio', location: 'bobs place', phone_number: '+15550100' });

    expect(await state(ada)).toEqual(nothing);
    expect((await requestCopy(ada)).body).toMatchObject({ state: 'working', progress: 0, url: null });
    const ready = await copy(ada);
    expect(ready).toEqual({
      ...nothing,
      state: 'ready',
      progress: 1,
      url: expect.stringMatching(/^http:\/\/polylogue\.test\/exports\/[\w-]{43}$/),
      size: expect.any(Number),
      expires_at: new Date(server.now() + day).toISOString(),
    });
    const mail = await server.mail('ada@example.com', 'Your data is ready');
    expect(mail).toMatch(/Download it in Settings until \d+ \w+ \d{4} at \d\d:\d\d UTC\./);
    expect(mail).toContain('http://polylogue.test/settings/data\n\nIf you');

    const response = await fetch(here(server, ready));
    expect(response.headers.get('content-disposition')).toMatch(
      /^attachment; filename="polylogue-\d{4}-\d\d-\d\d\.zip"/,
    );
    expect(response.headers.get('content-type')).toBe('application/zip');
    // Nothing about a person stays behind in the cache of a shared browser.
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(Number(response.headers.get('content-length'))).toBe(ready.size);
    const files = await unpacked(response);
    const json = (name: string) => JSON.parse(files[`${name}.json`]?.toString() ?? 'null');
    expect(json('profile')).toMatchObject({
      username: 'ada',
      email: 'ada@example.com',
      bio: 'I like engines.',
    });
    expect(json('friends')).toMatchObject([{ username: 'bob' }]);
    expect(json('blocked')).toMatchObject([{ username: 'carol' }]);
    expect(json('reports')).toMatchObject([{ reported: 'carol', details: 'adas words' }]);
    expect(json('sign-ins')).toMatchObject([{ device: 'Firefox on Linux', address: '203.0.113.1' }]);
    expect(json('conversations/What is love_')).toMatchObject({
      conversation: { fields: { title: ['What is love?', expect.any(Number)] } },
      messages: [{ body: 'Tell me.' }, { body: 'Baby, don’t hurt me.' }, { body: 'No more.' }],
    });
    expect(files['conversations/What is love_.md']?.toString()).toMatch(
      /^# What is love\?\n\n## You, \d{4}-\d\d-\d\d \d\d:\d\d UTC\n\nTell me\.\n\n## gpt-6, .* UTC\n\nNo more\.\n$/,
    );
    expect(json('usage')).toMatchObject([{ model: 'gpt-6', input: 10 }]);
    for (const name of Object.keys(files).filter((one) => /^[^/]+\.json$/.test(one))) {
      expect(files['README.txt']?.toString()).toMatch(new RegExp(`^ +${name} +\\w`, 'm'));
    }

    expect(Object.keys(files).join()).not.toMatch(/\.[ct]sv/);

    const { hashed_password } = await db
      .selectFrom('users')
      .select('hashed_password')
      .where('user_id', '=', ada.id)
      .executeTakeFirstOrThrow();
    const { refresh_hash } = await db
      .selectFrom('sign_ins')
      .select('refresh_hash')
      .where('user_id', '=', ada.id)
      .executeTakeFirstOrThrow();
    const all = Object.values(files).join('\n');
    for (const hidden of [hashed_password, refresh_hash, ada.token, 'dan', 'bobs', '+1555', '$argon2']) {
      expect(all).not.toContain(hidden);
    }
  });
});

describe.each(databases)('several at once on %s', (dialect) => {
  test('a copy requested many times at once is made once', async () => {
    const { ada, place, db } = await startWithCircle(dialect, ['ada']);
    const all = await Promise.all(Array.from({ length: 6 }, () => requestCopy(ada)));
    expect(all.map((one) => one.status)).toEqual(all.map(() => 200));
    await copy(ada);
    await eventually(async () =>
      expect(await db.selectFrom('jobs').select('kind').where('kind', '=', 'copy').execute()).toEqual([]),
    );
    expect(await readdir(join(place.dataDir, 'exports'))).toHaveLength(1);
  });
});
