import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { OwnFiles, StoredFile } from '@polylogue/contract';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import type { Dialect } from '../../platform/database/dialect.ts';
import { type RateLimits, rateLimits } from '../../platform/limits/limits.ts';
import { databases, freshPlace, serviceDatabases } from '../../testing/databases.ts';
import { type People, password, startWithPeople } from '../../testing/people.ts';
import { pictures } from '../../testing/pictures.ts';
import { samples } from '../../testing/samples.ts';
import { eventually } from '../../testing/server.ts';
import { type Sent, upload } from '../../testing/upload.ts';
import { memberLimits } from './policy.ts';

const endless = { calls: Number.MAX_SAFE_INTEGER, seconds: 60 };
const unlimited = Object.fromEntries(
  Object.keys(rateLimits).map((limit) => [limit, { address: endless, account: endless, everyone: endless }]),
) as RateLimits;

const note = (name = 'note.txt', bytes: string | Buffer = 'Hello'): Sent => ({
  name,
  type: 'text/plain',
  bytes,
});

type Options = Parameters<typeof startWithPeople>[1];

async function withAda(dialect: Dialect, options: Options = {}) {
  const server = await startWithPeople(dialect, { rateLimits: unlimited, ...options });
  const { access_token: token } = await server.signUp('ada');
  return { ...server, token, ...hands(server) };
}

function hands({ url, call, place }: People) {
  return {
    send: (token: string, sent: Sent) => upload(url, sent, { authorization: `Bearer ${token}` }),
    async list(token: string, after?: string): Promise<OwnFiles> {
      const query = after === undefined ? '' : `?after=${encodeURIComponent(after)}`;
      return (await call('GET', `/api/v1/user/me/files${query}`, { token })).body as unknown as OwnFiles;
    },
    remove: (token: string, id: string) => call('DELETE', `/api/v1/user/me/files?file_id=${id}`, { token }),
    read: (stored: string) => fetch(url + new URL(stored).pathname),
    onDisk: () => readdir(join(place.dataDir, 'files')),
  };
}

const idOf = ({ url }: Pick<StoredFile, 'url'>) => url.slice(-32);

describe.each(serviceDatabases)('files of members on %s', (dialect) => {
  test('a member’s upload belongs to them, is listed, and does not expire [UP-11]', async () => {
    const { send, list, read, token, pass } = await withAda(dialect);
    const { body: first } = await send(token, note('first.txt'));
    expect(first).toMatchObject({ name: 'first.txt', size: 5, expires_at: null, thumbnail_url: null });
    pass(1000);
    const { body: second } = await send(token, note('second.txt', 'Hello again'));

    expect(await list(token)).toEqual({
      files: [
        { ...second, file_id: idOf(second) },
        { ...first, file_id: idOf(first) },
      ],
      next: null,
      used: 16,
      copy: 0,
      in_conversations: 0,
      quota: memberLimits.allBytes,
      used_files: 2,
      quota_files: memberLimits.files,
    });
    pass(365 * 24 * 60 * 60 * 1000);
    expect((await read(first.url)).status).toBe(200);
  });

  test('an invalid place in the list is refused', async () => {
    const { call, token } = await withAda(dialect);
    for (const after of ['x', '1-2', `1-${'g'.repeat(32)}`, "1' or 1=1--"]) {
      const { status, body } = await call('GET', `/api/v1/user/me/files?after=${encodeURIComponent(after)}`, {
        token,
      });
      expect({ status, error: body.error }).toEqual({ status: 400, error: 'bad-input' });
    }
  });

  test('a deleted file disappears immediately, with its thumbnail and bytes, and frees its space', async () => {
    const { send, list, remove, read, onDisk, token } = await withAda(dialect);
    const picture = { name: 'a.png', type: 'image/png', bytes: await pictures.png() };
    const { body } = await send(token, picture);
    expect((await onDisk()).sort()).toEqual([idOf(body), `${idOf(body)}-thumbnail`]);
    expect((await read(`${body.thumbnail_url}`)).status).toBe(200);

    expect((await remove(token, idOf(body))).status).toBe(200);

    expect(await onDisk()).toEqual([]);
    for (const address of [body.url, `${body.url}/thumbnail`]) expect((await read(address)).status).toBe(404);
    expect(await list(token)).toMatchObject({ files: [], used: 0 });
    expect((await remove(token, idOf(body))).status).toBe(404);
  });

  test('people cannot delete other people’s files, or distinguish them from missing ones', async () => {
    const { url, send, remove, read, token, signUp } = await withAda(dialect);
    const { access_token: ben } = await signUp('ben');
    const { body } = await send(token, note());
    const { body: nobodys } = await upload(url, note());
    const answers = [
      await remove(ben, idOf(body)),
      await remove(ben, idOf(nobodys)),
      await remove(ben, 'f'.repeat(32)),
      await remove(ben, 'x'),
      await remove(ben, '%00'),
    ];
    for (const {
      status,
      body: { error, message },
    } of answers) {
      expect({ status, error, message }).toEqual({
        status: 404,
        error: 'not-found',
        message: 'This file does not exist, or has expired.',
      });
    }
    expect((await read(body.url)).status).toBe(200);
  });

  test('a photo keeps its format but not its location; a thumbnail is beside it', async () => {
    const { send, read, token } = await withAda(dialect);
    const { body } = await send(token, {
      name: 'Trip.JPG',
      type: 'image/jpeg',
      bytes: await pictures.photo(),
    });
    expect(body).toMatchObject({ name: 'Trip.JPG', media_type: 'image/jpeg' });
    const served = Buffer.from(await (await read(body.url)).arrayBuffer());
    expect(served.length).toBe(body.size);
    const { format, width, height, exif } = await sharp(served).metadata();
    expect({ format, width, height, exif }).toEqual({
      format: 'jpeg',
      width: 40,
      height: 80,
      exif: undefined,
    });
    const small = Buffer.from(await (await read(`${body.thumbnail_url}`)).arrayBuffer());
    expect(await sharp(small).metadata()).toMatchObject({ format: 'webp', height: 80 });
  });

  test('an invalid token is refused, so that no file ends up without an owner', async () => {
    const { send, onDisk, url } = await withAda(dialect);
    const { status, body } = await send('a.b.c', note());
    expect({ status, error: body.error }).toEqual({ status: 401, error: 'signed-out' });
    expect(await onDisk()).toEqual([]);
    expect((await upload(url, note())).body.expires_at).toEqual(expect.any(String));
  });

  test('a file may have up to 25 MB', async () => {
    const { send, token } = await withAda(dialect);
    expect((await send(token, note('a.txt', Buffer.alloc(memberLimits.fileBytes, 'a')))).status).toBe(200);
    expect(await send(token, note('a.txt', Buffer.alloc(memberLimits.fileBytes + 1, 'a')))).toMatchObject({
      status: 413,
      body: { message: 'This file is larger than 25 MB. Choose a smaller one.' },
    });
  });

  test('when a person’s quota is used up, the next file is refused with a sentence and leaves nothing behind', async () => {
    const { send, list, onDisk, token } = await withAda(dialect, {
      memberLimits: { ...memberLimits, allBytes: 20_000 },
    });
    expect((await send(token, note('a.txt', 'x'.repeat(15_000)))).status).toBe(200);
    expect(await send(token, note('b.txt', 'x'.repeat(5_001)))).toMatchObject({
      status: 429,
      body: {
        error: 'quota-used',
        message: expect.stringMatching(/^There is not enough storage left for this file: .*\.$/),
      },
    });
    expect((await send(token, note('b.txt', 'x'.repeat(5_000)))).status).toBe(200);
    expect(await list(token)).toMatchObject({ used: 20_000 });
    expect(await onDisk()).toHaveLength(2);
  });

  test('a copy of one’s data counts towards the quota, as long as it exists', async () => {
    const { send, list, call, token } = await withAda(dialect, {
      memberLimits: { ...memberLimits, allBytes: 40_000 },
    });
    const bytes = Buffer.concat([samples.pdf, randomBytes(12_000)]);
    expect((await send(token, { name: 'a.pdf', type: 'application/pdf', bytes })).status).toBe(200);
    const copy = (method: string, body?: object) =>
      call(method, '/api/v1/user/me/export', { token, ...(body && { body }) });
    expect((await copy('POST', { current_password: password })).status).toBe(200);
    await eventually(async () => expect((await copy('GET')).body).toMatchObject({ state: 'ready' }));
    const kept = await list(token);
    expect(kept.copy).toBeGreaterThan(12_000);
    expect(kept.used).toBe(bytes.length + kept.copy);

    const next = note('b.txt', 'x'.repeat(16_000));
    expect(await send(token, next)).toMatchObject({
      status: 429,
      body: {
        message: expect.stringContaining('including the copy of your data. Delete it, or some'),
      },
    });
    await copy('DELETE');
    expect((await send(token, next)).status).toBe(200);
    expect(await list(token)).toMatchObject({ used: bytes.length + 16_000, copy: 0 });
    // A person with little room left can still export their data.
    expect((await copy('POST', { current_password: password })).status).toBe(200);
    await eventually(async () => expect((await copy('GET')).body).toMatchObject({ state: 'ready' }));
  });

  test('a person can store a limited number of files', async () => {
    const { send, list, remove, onDisk, token } = await withAda(dialect, {
      memberLimits: { ...memberLimits, files: 2 },
    });
    const answers = await Promise.all([1, 2, 3, 4].map(() => send(token, note())));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 429, 429]);
    expect(answers.find(({ status }) => status === 429)?.body).toMatchObject({
      error: 'quota-used',
      message: 'You cannot store another file: you can keep 2 files. Delete some first.',
    });
    const [{ file_id = '' } = {}] = (await list(token)).files;
    await remove(token, file_id);
    expect((await send(token, note())).status).toBe(200);
    expect(await onDisk()).toHaveLength(2);
  });
});

describe.each(databases)('several at once on %s', (dialect) => {
  test('a long list of files is paged, with each file once, whatever is uploaded meanwhile', async () => {
    const { send, list, token, me, database } = await withAda(dialect);
    const { user_id } = (await me(token)).body;
    const { db } = await database();
    const ids = Array.from({ length: 120 }, (_, at) => at.toString(16).padStart(32, '0'));
    const row = { owner_id: user_id, name: 'n.txt', size: 1, media_type: 'text/plain', expires_at: null };
    // Several with the same time, as with simultaneous uploads.
    await db
      .insertInto('files')
      .values(ids.map((id, at) => ({ ...row, id, created_at: 1_000_000 + Math.floor(at / 7) })))
      .execute();

    const seen: string[] = [];
    let next: string | null = null;
    do {
      const page: OwnFiles = await list(token, next ?? undefined);
      seen.push(...page.files.map(({ file_id }) => file_id));
      next = page.next;
      await send(token, note());
    } while (next);
    expect(seen).toEqual(ids.toReversed());
  });

  test('fifty simultaneous uploads, to two servers, never exceed the quota [CHECK-54]', async () => {
    const place = await freshPlace(dialect);
    const options = { place, memberLimits: { ...memberLimits, allBytes: 50_000 } };
    const here = await withAda(dialect, options);
    const there = await startWithPeople(dialect, { rateLimits: unlimited, ...options });
    const senders = [here.send, hands(there).send];

    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, at) => senders[at % 2]?.(here.token, note('n.txt', 'x'.repeat(9_000)))),
    );

    const taken = answers.filter((answer) => answer?.status === 200).length;
    const { used, files } = await here.list(here.token);
    expect({ taken, used }).toEqual({ taken: 5, used: 45_000 });
    expect(files).toHaveLength(5);
    expect(await here.onDisk()).toHaveLength(5);
    expect(new Set(answers.map((answer) => answer?.status))).toEqual(new Set([200, 429]));
  });
});
