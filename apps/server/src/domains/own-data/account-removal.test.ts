import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Queries } from '../../platform/database/database.ts';
import { mailsTo } from '../../platform/mail/send-mail.ts';
import { fillWithCanaries, foundInTables, foundOnDisk, newCanary } from '../../testing/canaries.ts';
import { type Member, startWithCircle } from '../../testing/circle.ts';
import { serviceDatabases } from '../../testing/databases.ts';
import { type People, password } from '../../testing/people.ts';
import { eventually } from '../../testing/server.ts';
import { multipart, multipartType } from '../../testing/upload.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

const left = (one: Member) => one.call('POST', '/me/deletion', { current_password: password });

async function gone({ database }: Pick<People, 'database'>, { id }: { id: string }) {
  const { db } = await database();
  await eventually(async () =>
    expect(await db.selectFrom('users').select('user_id').where('user_id', '=', id).execute()).toEqual([]),
  );
}

function uploaded(url: string, { token }: Member, bytes: string | ReadableStream<Uint8Array>) {
  const file = { name: 'diary.txt', type: 'text/plain', bytes: typeof bytes === 'string' ? bytes : '' };
  return fetch(`${url}/api/upload`, {
    method: 'POST',
    headers: { 'content-type': multipartType, authorization: `Bearer ${token}` },
    body: typeof bytes === 'string' ? new Uint8Array(multipart(file)) : bytes,
    ...(typeof bytes !== 'string' && { duplex: 'half' }),
  } as RequestInit);
}

const putWaitingMail = (db: Queries, job_id: string, to: string, due_at: number) =>
  db
    .insertInto('jobs')
    .values({ job_id, kind: 'mail', payload: '{}', about: mailsTo(to), due_at, attempts: 0, created_at: 0 })
    .execute();

describe.each(serviceDatabases)('leaving on %s', (dialect) => {
  test('a person who leaves is signed out everywhere immediately, cannot be found, and is soon deleted completely', async () => {
    const server = await startWithCircle(dialect, ['ada', 'bob']);
    const { ada, bob, befriend, signIn, me, refresh, call, url, mail } = server;
    await befriend(ada, bob);
    const elsewhere = (await signIn()).body;
    const file = (await (await uploaded(url, ada, 'dear diary')).json()) as { url: string };
    expect((await left(ada)).status).toBe(200);

    for (const token of [ada.token, elsewhere.access_token]) expect((await me(token)).status).toBe(401);
    expect((await refresh(elsewhere.refresh_token)).status).toBe(401);
    const unknown = await signIn('nobody.at.all');
    expect(await signIn()).toMatchObject({ status: unknown.status, body: { error: unknown.body.error } });
    expect(
      await call('POST', '/api/auth/forgot-password', { body: { email: 'ada@example.com' } }),
    ).toMatchObject({
      body: { error: 'unknown-email' },
    });
    expect((await bob.viewProfile(ada)).status).toBe(404);
    expect(await bob.friends()).toEqual([]);

    await gone(server, ada);
    expect(await mail('ada@example.com', 'Your account is deleted')).toContain(
      'the last email to this address',
    );
    expect((await fetch(url + new URL(file.url).pathname)).status).toBe(404);
    // People who knew this name must not meet another person under it; the address is free.
    const again = (username: string, email: string) =>
      call('POST', '/api/auth/signup', { body: { username, email, password } });
    expect(await again('ada', 'other@example.com')).toMatchObject({ status: 409, body: { error: 'taken' } });
    expect((await again('ada.2', 'ada@example.com')).status).toBe(200);
    server.pass(90 * day);
    expect((await again('ada', 'third@example.com')).status).toBe(200);
  });

  test('deleting an account and signing out make the browser forget the files it was shown', async () => {
    const { ada, call } = await startWithCircle(dialect, ['ada']);
    for (const answer of [await left(ada), await call('POST', '/api/auth/signout')]) {
      expect(answer.status).toBe(200);
      expect(answer.headers.get('clear-site-data')).toBe('"cache"');
    }
  });

  test('names they had given up stay reserved for the remaining time', async () => {
    const server = await startWithCircle(dialect, ['ada']);
    const { ada, call, pass } = server;
    expect((await ada.call('PUT', '/me', { username: 'ada.2' })).status).toBe(200);
    pass(60 * day);
    const { access_token: token } = (await server.signIn('ada.2')).body;
    const body = { current_password: password };
    expect((await call('POST', '/api/v1/user/me/deletion', { token, body })).status).toBe(200);
    await gone(server, ada);
    const again = (username: string) =>
      call('POST', '/api/auth/signup', {
        body: { username, email: `${username}@other.example`, password },
      });
    for (const name of ['ada', 'ada.2']) expect(await again(name)).toMatchObject({ status: 409 });
    pass(30 * day);
    expect((await again('ada')).status).toBe(200);
    expect(await again('ada.2')).toMatchObject({ status: 409 });
  });

  test('no text of a deleted account stays in any table [CHECK-51]', async () => {
    const server = await startWithCircle(dialect, ['ada', 'bob']);
    const { ada, bob } = server;
    const database = await server.database();
    const canary = newCanary();
    await fillWithCanaries(database, ada.id, bob.id, canary);
    const found = await foundInTables(database.db, [canary]);
    expect(Object.keys(found)).toEqual(
      expect.arrayContaining(['conversations', 'messages', 'records', 'usage_records', 'files', 'reports']),
    );
    expect(Object.keys(await foundInTables(database.db, [ada.id]))).toContain('feeds');
    expect((await left(ada)).status).toBe(200);
    await gone(server, ada);
    await server.mail(`${canary}@example.com`, 'Your account is deleted');
    await eventually(async () => expect(await foundInTables(database.db, [canary, ada.id])).toEqual({}));
  });

  test('at first, an account without any of their text remains', async () => {
    const server = await startWithCircle(dialect, ['ada', 'bob']);
    const { ada, bob } = server;
    const database = await server.database();
    const canary = newCanary();
    await fillWithCanaries(database, ada.id, bob.id, canary);
    // Another process is running the job, and goes on.
    await database.db
      .insertInto('jobs')
      .values({
        job_id: `departure-${ada.id}`,
        kind: 'departure',
        payload: '{}',
        due_at: server.now() + day,
        attempts: 0,
        created_at: 0,
      })
      .execute();
    expect((await left(ada)).status).toBe(200);
    const found = await foundInTables(database.db, [canary]);
    for (const table of ['users', 'findable_people', 'sign_ins', 'mail_tokens', 'invites', 'jobs']) {
      expect(found[table], table).toBeUndefined();
    }
    expect(found.departures).toContain(`${canary}@example.com`);
    expect(await left(ada)).toMatchObject({ status: 401 });
  });

  test('mails that are still waiting for a person who leaves are not sent', async () => {
    const server = await startWithCircle(dialect, ['ada']);
    const { ada, call, mails } = server;
    const database = await server.database();
    await call('POST', '/api/auth/forgot-password', { body: { email: 'ada@example.com' } });
    await server.mail('ada@example.com', 'Set a new password');
    server.pass(2 * minute);
    const before = mails.length;
    await putWaitingMail(database.db, 'late', 'ada@example.com', server.now() + day);
    await left(ada);
    await gone(server, ada);
    await server.mail('ada@example.com', 'Your account is deleted');
    expect(mails.slice(before).map(({ read }) => read.subject)).toEqual(['Your account is deleted']);
    expect(await database.db.selectFrom('jobs').selectAll().where('job_id', '=', 'late').execute()).toEqual(
      [],
    );
  });

  test('mails that wait for someone else are sent, even if a person who leaves has entered their address', async () => {
    const server = await startWithCircle(dialect, ['ada', 'bob']);
    const { ada, call } = server;
    const { db } = await server.database();
    const asked = { email: 'bob@example.com', current_password: password };
    await call('POST', '/api/auth/change-email', { token: ada.token, body: asked });
    await putWaitingMail(db, 'bobs', 'bob@example.com', server.now() + day);
    await left(ada);
    await gone(server, ada);
    expect(await db.selectFrom('jobs').select('job_id').where('job_id', '=', 'bobs').execute()).toHaveLength(
      1,
    );
  });

  test('an unfinished copy or upload is deleted with them', async () => {
    const server = await startWithCircle(dialect, ['ada']);
    const { ada, url, place } = server;
    const whole = multipart({ name: 'diary.txt', type: 'text/plain', bytes: 'dear diary '.repeat(1_000) });
    let finish = () => {};
    const half = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(whole.subarray(0, 5_000));
        finish = () => {
          controller.enqueue(whole.subarray(5_000));
          controller.close();
        };
      },
    });
    const uploading = uploaded(url, ada, half).then(
      (response) => response.status,
      () => 0,
    );
    await eventually(async () => expect(await server.stored()).toHaveLength(1));
    await ada.call('POST', '/me/export', { current_password: password });
    expect((await left(ada)).status).toBe(200);
    await gone(server, ada);
    finish();
    expect(await uploading).not.toBe(200);
    await eventually(async () => {
      expect(await server.stored()).toEqual([]);
      expect(await readdir(join(place.dataDir, 'exports')).catch(() => [])).toEqual([]);
    });
  });
});

test('the file of the embedded database is rewritten once for all who leave within minutes', async () => {
  const server = await startWithCircle('sqlite', ['ada', 'bob']);
  const { ada, bob, db, pass } = server;
  for (const one of [ada, bob]) {
    await left(one);
    await gone(server, one);
  }
  for (const name of ['ada', 'bob']) await server.mail(`${name}@example.com`, 'Your account is deleted');
  const tidying = () =>
    db.selectFrom('jobs').select(['job_id', 'payload']).where('kind', '=', 'tidy').execute();
  pass(minute);
  await eventually(async () =>
    expect((await tidying()).map(({ payload }) => payload)).toEqual(['{"after":null}']),
  );
});

test('no trace is left in the files of the embedded database, or anywhere in the data folder [CHECK-51]', async () => {
  const server = await startWithCircle('sqlite', ['ada', 'bob']);
  const { ada, bob, url, place, pass } = server;
  const database = await server.database();
  const canary = newCanary();
  await uploaded(url, ada, `dear diary, ${canary}`);
  await ada.call('POST', '/me/export', { current_password: password });
  await eventually(async () =>
    expect((await ada.call('GET', '/me/export')).body).toMatchObject({ state: 'ready' }),
  );
  await fillWithCanaries(database, ada.id, bob.id, canary);
  const words = [canary, ada.id, 'ada@example.com'];
  expect(await foundOnDisk(place.dataDir, words)).toContain('polylogue.db-wal');
  await left(ada);
  await gone(server, ada);
  await server.mail(`${canary}@example.com`, 'Your account is deleted');
  // When the last mail is gone, and when the file is rewritten for all who left meanwhile.
  await eventually(async () => {
    pass(2 * minute);
    expect(await foundOnDisk(place.dataDir, words)).toEqual([]);
  });
});
