import { readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { StoredImage } from '@polylogue/contract';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import type { Dialect } from '../../platform/database/dialect.ts';
import { refuse } from '../../platform/http/refuse.ts';
import { databases, serviceDatabases } from '../../testing/databases.ts';
import { startWithPeople } from '../../testing/people.ts';
import { pictures } from '../../testing/pictures.ts';
import { eventually } from '../../testing/server.ts';
import { multipart, multipartType } from '../../testing/upload.ts';
import { pictureRules } from './policy.ts';
import { sweepPictures } from './testing.ts';

const minute = 60_000;
const places = { profile: '/api/v1/user/me/profile_picture', cover: '/api/v1/user/me/image' };

async function withAda(dialect: Dialect, deps: Parameters<typeof startWithPeople>[1] = {}) {
  const server = await startWithPeople(dialect, deps);
  const { access_token: token } = await server.signUp('ada');
  const { url, call, place } = server;

  const ask = async (who: string, purpose: 'profile' | 'cover' = 'profile') => {
    const { status, body, headers } = await call('POST', places[purpose], { token: who });
    return { status, body, headers, uploadUrl: String((body as { upload_url?: unknown }).upload_url) };
  };
  let households = 0;
  async function post(uploadUrl: string, bytes: Buffer, name = 'me.jpg') {
    households += 1;
    const response = await fetch(url + new URL(uploadUrl).pathname, {
      method: 'POST',
      headers: { 'content-type': multipartType, 'x-forwarded-for': `2001:db8:${households.toString(16)}::1` },
      body: new Uint8Array(multipart({ name, type: 'image/jpeg', bytes })),
    });
    const body = (await response.json()) as StoredImage & { error: string; message: string };
    return { status: response.status, body };
  }
  return {
    ...server,
    token,
    /** A fresh sign-in, since an access token is only valid for ten minutes. */
    signedInAgain: async () => (await server.signIn()).body.access_token,
    ask,
    post,
    /** Uploads a picture for this purpose; returns its address. */
    async picture(who = token, purpose: 'profile' | 'cover' = 'profile') {
      const { uploadUrl } = await ask(who, purpose);
      const { status, body } = await post(uploadUrl, await pictures.jpeg(900, 600));
      expect({ status, body }).toMatchObject({ status: 200 });
      return { id: body.result.id, url: body.result.variants.at(-1) ?? '' };
    },
    read: (path: string) => fetch(url + path),
    onDisk: () => readdir(join(place.dataDir, 'images')),
    sweepPictures: () => sweepPictures(server),
  };
}

describe.each(serviceDatabases)('pictures of people on %s', (dialect) => {
  test('an upload that fails because the server is busy can be repeated at the same address', async () => {
    const busy = async () => refuse('busy', 'The server is very busy. Try again in a moment.');
    const { ask, post, token } = await withAda(dialect, {
      renderer: { render: busy, close: async () => {} },
    });
    const { uploadUrl } = await ask(token);
    for (let at = 0; at < 2; at += 1) {
      const { body } = await post(uploadUrl, await pictures.jpeg());
      expect(body).toMatchObject({ error: 'busy' });
    }
  });

  test('a picture is uploaded to a requested slot, and its variants are served [IMAGE-01 IMAGE-02 IMAGE-03]', async () => {
    const { ask, post, read, token, origin } = {
      ...(await withAda(dialect)),
      origin: 'http://polylogue.test',
    };
    const { status, uploadUrl } = await ask(token);
    expect(status).toBe(200);
    expect(uploadUrl).toMatch(new RegExp(`^${origin}/api/v1/images/[\\w-]{43}$`));

    const { body } = await post(uploadUrl, await pictures.jpeg(900, 600));
    const { id, variants } = StoredImage.parse(body).result;
    expect(body).toEqual({
      success: true,
      errors: [],
      result: { id, variants: [`/images/${id}/small`, `/images/${id}/public`] },
    });

    for (const [at, side] of [96, 512].entries()) {
      const served = await read(variants[at] ?? '');
      expect(Object.fromEntries(served.headers)).toMatchObject({
        'content-type': 'image/webp',
        'cache-control': 'private, max-age=86400, immutable',
        'content-disposition': 'inline',
        'content-security-policy': "sandbox; default-src 'none'",
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'same-origin',
      });
      const { format, width, height } = await sharp(await served.arrayBuffer()).metadata();
      expect({ format, width, height }).toEqual({ format: 'webp', width: side, height: side });
    }
  });

  test('a cover keeps its proportions, up to 1600 pixels', async () => {
    const { ask, post, read, token } = await withAda(dialect);
    const { uploadUrl } = await ask(token, 'cover');
    const { body } = await post(uploadUrl, await pictures.jpeg(3200, 1000));
    const sizes = await Promise.all(
      body.result.variants.map(async (url) => sharp(await (await read(url)).arrayBuffer()).metadata()),
    );
    expect(sizes.map(({ width, height }) => [width, height])).toEqual([
      [480, 150],
      [1600, 500],
    ]);
  });

  test('a photo on a profile does not reveal where it was taken', async () => {
    const { ask, post, read, token } = await withAda(dialect);
    const { uploadUrl } = await ask(token);
    const { body } = await post(uploadUrl, await pictures.photo());
    expect(body.result.variants).toHaveLength(2);
    for (const url of body.result.variants) {
      const bytes = Buffer.from(await (await read(url)).arrayBuffer());
      expect((await sharp(bytes).metadata()).exif).toBeUndefined();
      expect(bytes.includes('anary')).toBe(false);
    }
  });

  test('a slot is valid for ten minutes, and an unknown one never', async () => {
    const { ask, post, onDisk, pass, token } = await withAda(dialect);
    const { uploadUrl } = await ask(token);
    const other = await ask(token);
    pass(10 * minute - 1);
    expect((await post(uploadUrl, await pictures.jpeg())).status).toBe(200);
    pass(1);
    for (const late of [other.uploadUrl, other.uploadUrl.replace(/.{43}$/, 'A'.repeat(43))]) {
      expect(await post(late, await pictures.jpeg())).toMatchObject({
        status: 404,
        body: {
          error: 'not-found',
          message: 'This upload address is not valid or has expired. Try again.',
        },
      });
    }
    expect(await onDisk()).toHaveLength(2);
  });

  test('without a sign-in there is no slot', async () => {
    const { call } = await withAda(dialect);
    for (const path of Object.values(places)) expect((await call('POST', path)).status).toBe(401);
  });

  test.each([
    ['no picture', 415, () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>')],
    ['half a picture', 415, async () => (await pictures.jpeg(400, 400)).subarray(0, 900)],
    ['60,000 pixels each way', 413, () => pictures.pngOf(60_000, 60_000)],
    ['nothing', 400, () => Buffer.alloc(0)],
    ['more than 20 MB', 413, () => Buffer.alloc(pictureRules.bytes + 1, 'x')],
  ])('%s is refused with a sentence and leaves nothing behind', async (_, status, bytes) => {
    const { ask, post, onDisk, token } = await withAda(dialect);
    const { uploadUrl } = await ask(token);
    const answer = await post(uploadUrl, await bytes());
    expect(answer).toMatchObject({ status, body: { message: expect.stringMatching(/^[A-Z].*\.$/) } });
    expect(await onDisk()).toEqual([]);
  });

  test('a picture is identified by its content: its name and declared type are not stored', async () => {
    const { ask, post, token } = await withAda(dialect);
    const { uploadUrl } = await ask(token);
    expect((await post(uploadUrl, await pictures.png(), '../../me.exe')).status).toBe(200);
  });

  test('an upload that is interrupted halfway leaves nothing behind', async () => {
    const { ask, port, onDisk, token } = await withAda(dialect);
    const { uploadUrl } = await ask(token);
    const socket = connect(port, '127.0.0.1');
    socket.write(
      `POST ${new URL(uploadUrl).pathname} HTTP/1.1\r\nhost: x\r\ncontent-type: ${multipartType}\r\ncontent-length: 1000000\r\n\r\n`,
    );
    const body = multipart({ name: 'a.jpg', type: 'image/jpeg', bytes: Buffer.alloc(400_000, 'x') });
    socket.write(body.subarray(0, 300_000));
    await eventually(async () => expect(await onDisk()).toEqual([expect.stringMatching(/\.part$/)]));
    socket.destroy();
    await eventually(async () => expect(await onDisk()).toEqual([]));
  });

  test.each(['0'.repeat(32), 'x', '..%2f..%2fpolylogue.db', `${'0'.repeat(31)}%00`])(
    'there is no picture %s, and there are only two variants',
    async (id) => {
      const { read, picture } = await withAda(dialect);
      const mine = await picture();
      for (const path of [`/images/${id}/public`, `/images/${mine.id}/raw`, `/images/${mine.id}/../x`]) {
        expect((await read(path)).status).toBe(404);
      }
    },
  );
});

describe.each(databases)('several at once on %s', (dialect) => {
  test('a slot is valid once, however many uploads try at the same time [CHECK-54]', async () => {
    const { ask, post, onDisk, token } = await withAda(dialect);
    const { uploadUrl } = await ask(token);
    const picture = await pictures.jpeg();
    const answers = await Promise.all(Array.from({ length: 10 }, () => post(uploadUrl, picture)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(404)]);
    expect(await onDisk()).toHaveLength(2);
  });

  test('a person gets twenty slots a day, even when asking for thirty at once', async () => {
    const { ask, pass, token, signedInAgain } = await withAda(dialect);
    const { slotsADay } = pictureRules;
    const answers = await Promise.all(Array.from({ length: slotsADay }, () => ask(token)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    pass(2 * minute);
    const refused = await Promise.all(Array.from({ length: 10 }, () => ask(token)));
    for (const { status, body, headers } of refused) {
      expect({ status, error: body.error }).toEqual({ status: 429, error: 'quota-used' });
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(86_000);
    }
    pass(24 * 60 * minute);
    expect((await ask(await signedInAgain())).status).toBe(200);
  });
});

describe.each(serviceDatabases)('pictures on profiles on %s', (dialect) => {
  type Server = Awaited<ReturnType<typeof withAda>>;
  const wear = ({ call }: Server, token: string, body: object) =>
    call('PUT', '/api/v1/user/me', { token, body });

  test('a picture can only be put on the profile of the person who uploaded it, for its purpose, within an hour [IMAGE-04]', async () => {
    const server = await withAda(dialect);
    const { picture, token, signUp, pass } = server;
    const { access_token: ben } = await signUp('ben');
    const mine = await picture();
    const cover = await picture(token, 'cover');
    const bens = await picture(ben);

    for (const url of [
      bens.url,
      cover.url,
      `${mine.url}?x`,
      `${mine.url}\0`,
      mine.url.replace('public', 'small'),
      'https://evil.example/a/public',
    ]) {
      const { status, body } = await wear(server, token, { profile_picture_url: url });
      expect({ status, error: body.error }).toEqual({ status: 400, error: 'bad-input' });
    }
    const { status, body } = await wear(server, token, {
      profile_picture_url: mine.url,
      cover_picture_url: cover.url,
    });
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { profile_picture_url: mine.url, cover_picture_url: cover.url },
    });

    const late = await picture();
    pass(60 * minute);
    const again = await server.signedInAgain();
    expect((await wear(server, again, { profile_picture_url: late.url })).status).toBe(400);
  });

  test('pictures not put on the profile within an hour, replaced or taken off it are removed; all others stay [IMAGE-04]', async () => {
    const server = await withAda(dialect);
    const { picture, token, pass, read, sweepPictures, onDisk } = server;
    const isThere = async ({ url }: { url: string }) => (await read(url)).status === 200;
    const [unused, first] = [await picture(), await picture()];
    const cover = await picture(token, 'cover');
    await wear(server, token, { profile_picture_url: first.url, cover_picture_url: cover.url });

    await sweepPictures();
    expect(await Promise.all([unused, first, cover].map(isThere))).toEqual([true, true, true]);
    pass(61 * minute);
    await sweepPictures();
    expect(await Promise.all([unused, first, cover].map(isThere))).toEqual([false, true, true]);

    pass(90 * 24 * 60 * minute);
    await sweepPictures();
    const again = await server.signedInAgain();
    const second = await picture(again);
    await wear(server, again, { profile_picture_url: second.url });
    await sweepPictures();
    expect(await Promise.all([first, second, cover].map(isThere))).toEqual([false, true, true]);
    expect((await wear(server, again, { profile_picture_url: first.url })).status).toBe(400);

    await wear(server, again, { profile_picture_url: null, cover_picture_url: null });
    await sweepPictures();
    expect(await Promise.all([second, cover].map(isThere))).toEqual([true, false]);
    pass(60 * minute);
    await sweepPictures();
    expect(await onDisk()).toEqual([]);
  });
});
