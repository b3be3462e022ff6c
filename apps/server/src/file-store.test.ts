import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { databases, freshPlace, type Place } from './testing/databases.ts';
import { type People, password, startWithPeople } from './testing/people.ts';
import { pictures } from './testing/pictures.ts';
import { s3Server } from './testing/s3.ts';
import { samples } from './testing/samples.ts';
import { eventually } from './testing/server.ts';
import { unzipped } from './testing/unzip.ts';
import { type Sent, upload } from './testing/upload.ts';

const report = { name: 'report.pdf', type: 'application/pdf', bytes: samples.pdf };

async function folder() {
  const path = await mkdtemp(join(tmpdir(), 'polylogue-node-'));
  onTestFinished(() => rm(path, { recursive: true, force: true }));
  return path;
}

/** The same database on a node that shares no disk with the others. */
async function elsewhere(place: Place): Promise<Place> {
  const dataDir = await folder();
  return { ...place, dataDir, env: { ...place.env, DATA_DIR: dataDir } };
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

async function stored({ url }: People, token: string, sent: Sent): Promise<string> {
  const { status, body } = await upload(url, sent, bearer(token));
  expect(status, body.message).toBe(200);
  return new URL(body.url).pathname;
}

test.skipIf(!databases.includes('postgres'))(
  'what one node stores, the other shows and deletes, without a disk in common',
  async () => {
    const store = await s3Server();
    const place = await freshPlace('postgres');
    const one = await startWithPeople('postgres', { place, env: store.env });
    const other = await startWithPeople('postgres', { place: await elsewhere(place), env: store.env });
    const { access_token: token } = await one.signUp('ada');
    const photo = await pictures.jpeg();
    const path = await stored(one, token, { name: 'a.jpg', type: 'image/jpeg', bytes: photo });
    const document = await stored(one, token, report);

    const whole = Buffer.from(await (await fetch(other.url + document)).arrayBuffer());
    expect(whole).toEqual(samples.pdf);
    const part = await fetch(other.url + document, { headers: { range: 'bytes=1-3' } });
    expect(part.status).toBe(206);
    expect(part.headers.get('content-range')).toBe(`bytes 1-3/${samples.pdf.length}`);
    expect(await part.text()).toBe('PDF');
    expect((await fetch(`${other.url}${path}/thumbnail`)).headers.get('content-type')).toBe('image/webp');

    const slotResponse = await one.call('POST', '/api/v1/user/me/profile_picture', { token });
    const slot = new URL(String((slotResponse.body as { upload_url?: unknown }).upload_url)).pathname;
    const form = new FormData();
    form.append('file', new File([new Uint8Array(photo)], 'me.jpg', { type: 'image/jpeg' }));
    const picture = (await (await fetch(other.url + slot, { method: 'POST', body: form })).json()) as {
      result: { variants: string[] };
    };
    for (const variant of picture.result.variants) expect((await fetch(one.url + variant)).status).toBe(200);

    // Whichever node takes the job makes the data copy.
    await one.call('POST', '/api/v1/user/me/export', { token, body: { current_password: password } });
    const copy = async () =>
      (await one.call('GET', '/api/v1/user/me/export', { token })).body as unknown as { url: string | null };
    await eventually(async () => expect((await copy()).url).not.toBeNull());
    const zip = new URL((await copy()).url ?? '').pathname;
    for (const { url } of [one, other]) {
      const at = join(await folder(), 'copy.zip');
      await writeFile(at, Buffer.from(await (await fetch(url + zip)).arrayBuffer()));
      expect((await unzipped(at))['files/report.pdf']).toEqual(samples.pdf);
    }

    for (const { stored } of [one, other]) expect(await stored()).toEqual([]);
    expect(
      store
        .stored()
        .map((name) => name.replace(/[0-9a-f]{32}|[0-9a-f-]{36}/, 'ID'))
        .sort(),
    ).toEqual([
      'exports/ID.zip',
      'files/ID',
      'files/ID',
      'files/ID-thumbnail',
      'images/ID-public',
      'images/ID-small',
    ]);
    const { status } = await other.call('POST', '/api/v1/user/me/deletion', {
      token,
      body: { current_password: password },
    });
    expect(status).toBe(200);
    await eventually(() => expect(store.stored()).toEqual([]));
  },
);

test('while the store is down, files are refused with a sentence, nothing is left behind, and the rest works [FAULT-4]', async () => {
  const store = await s3Server();
  const lines: string[] = [];
  const place = await freshPlace('sqlite');
  const server = await startWithPeople('sqlite', {
    place,
    env: { ...store.env, LOG_LEVEL: 'warn' },
    log: { write: (line) => void lines.push(line) },
  });
  const { access_token: token } = await server.signUp('ada');
  const before = await stored(server, token, report);
  const ready = async () => (await fetch(`${server.url}/readyz`)).status;
  expect(await ready()).toBe(200);

  store.fail('busy');
  const refused = {
    error: 'not-ready',
    message: 'Files are unavailable right now. Try again in a moment.',
  };
  expect(await upload(server.url, report, bearer(token))).toMatchObject({ status: 503, body: refused });
  const read = await fetch(server.url + before);
  expect(read.status).toBe(503);
  expect(read.headers.get('retry-after')).toBe('10');
  expect(await read.json()).toMatchObject(refused);
  expect(await ready()).toBe(503);
  expect((await server.me(token)).status).toBe(200);
  expect(lines.join('')).toContain('The file store answered PUT with 503 SlowDown.');
  expect(lines.join('')).not.toMatch(/[0-9a-f]{32}|secret/);
  expect(await readdir(join(place.dataDir, 'files'))).toEqual([]);

  store.recover();
  await eventually(async () => expect(await ready()).toBe(200));
  expect((await fetch(server.url + before)).status).toBe(200);
  await stored(server, token, report);
  const { used_files } = (await server.call('GET', '/api/v1/user/me/files', { token })).body as unknown as {
    used_files: number;
  };
  expect(used_files).toBe(2);
});

test('addresses of pictures that do not exist never reach the store', async () => {
  const store = await s3Server();
  const { url } = await startWithPeople('sqlite', { place: await freshPlace('sqlite'), env: store.env });
  const before = store.requests.filter((request) => request.includes('images')).length;
  expect((await fetch(`${url}/images/${'0f'.repeat(16)}/public`)).status).toBe(404);
  expect(store.requests.filter((request) => request.includes('images'))).toHaveLength(before);
});

test('a node starts while the store is down, and says so in its log', async () => {
  const store = await s3Server();
  const place = await freshPlace('sqlite');
  const before = await startWithPeople('sqlite', { place, env: store.env });
  await upload(before.url, report);
  await before.app.close();

  store.fail('busy');
  const lines: string[] = [];
  const after = await startWithPeople('sqlite', {
    place,
    env: { ...store.env, LOG_LEVEL: 'warn' },
    at: Date.now() + 25 * 60 * 60 * 1000,
    log: { write: (line) => void lines.push(line) },
  });
  expect((await fetch(`${after.url}/healthz`)).status).toBe(200);
  await eventually(() => expect(lines.join('')).toContain('The file store answered HEAD with 503'));
});
