import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { StoredFile } from '@polylogue/contract';
import { describe, expect, test } from 'vitest';
import { openDatabase } from '../../platform/database/database.ts';
import { databases, freshPlace, serviceDatabases } from '../../testing/databases.ts';
import { pictures } from '../../testing/pictures.ts';
import { requestRaw, sendRaw } from '../../testing/raw.ts';
import { samples } from '../../testing/samples.ts';
import { eventually, startServer } from '../../testing/server.ts';
import { multipart, multipartType, type Sent, upload } from '../../testing/upload.ts';
import { visitorLimits } from './policy.ts';

const behindProxy = { env: { TRUST_PROXY: '1' } };
const note: Sent = { name: 'note.txt', type: 'text/plain', bytes: 'Hello' };
const day = 24 * 60 * 60 * 1000;

test('uploading in the field `file` returns a url that serves the file [UP-04 UP-05]', async () => {
  const { url } = await startServer(behindProxy);
  const form = new FormData();
  form.append('file', new File(['Hello'], 'note.txt', { type: 'text/plain' }));

  const response = await fetch(`${url}/api/upload`, { method: 'POST', body: form });
  const stored = StoredFile.parse(await response.json());

  expect(stored).toEqual({
    url: expect.stringMatching(/^http:\/\/polylogue\.test\/files\/[0-9a-f]{32}$/),
    name: 'note.txt',
    size: 5,
    media_type: 'text/plain',
    created_at: expect.any(String),
    expires_at: expect.any(String),
    thumbnail_url: null,
  });
  const served = await fetch(url + new URL(stored.url).pathname);
  expect(await served.text()).toBe('Hello');
});

test.each([
  ['report.pdf', 'application/pdf', samples.pdf, 'application/pdf'],
  ['REPORT.PDF', 'application/octet-stream', samples.pdf, 'application/pdf'],
  ['note.txt', 'text/plain', samples.text, 'text/plain'],
  ['notes.md', 'text/markdown', samples.text, 'text/plain'],
  ['notes.md', 'application/octet-stream', samples.text, 'text/plain'],
  ['table.csv', 'application/vnd.ms-excel', samples.text, 'text/plain'],
  ['page.txt', 'text/plain', '<script>alert(1)</script>', 'text/plain'],
  ['dot.png', 'image/png', samples.png, 'image/png'],
  ['photo.jpg', 'image/jpeg', samples.jpeg, 'image/jpeg'],
  ['photo.jpeg', 'image/jpeg', samples.jpeg, 'image/jpeg'],
  ['photo.webp', 'image/webp', samples.webp, 'image/webp'],
  ['smile.gif', 'image/gif', samples.gif, 'image/gif'],
  ['clip.mp4', 'video/mp4', samples.mp4, 'video/mp4'],
  ['clip.webm', 'video/webm', samples.webm, 'video/webm'],
  ['clip.mov', 'video/quicktime', samples.mov, 'video/quicktime'],
])('%s as %s is accepted', async (name, type, bytes, mediaType) => {
  const { url } = await startServer(behindProxy);
  const { status, body } = await upload(url, { name, type, bytes });
  expect({ status, body }).toMatchObject({ status: 200, body: { name, media_type: mediaType } });
});

const document = 'Invalid file type. Please upload a PDF or text document.';
const media = 'Invalid file type. Please upload an image or video file.';
const lies = 'Invalid file type. The content of this file does not match its name.';

test.each([
  ['letter.doc', 'application/msword', 'x', document],
  ['letter.docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'PK', document],
  ['page.html', 'text/html', '<html>', document],
  ['run.js', 'text/javascript', 'alert(1)', document],
  ['run.txt', 'text/html', 'hello', document],
  ['noextension', 'text/plain', 'hello', document],
  ['report.pdf', 'text/plain', samples.pdf, document],
  ['logo.svg', 'image/svg+xml', '<svg onload="alert(1)"/>', media],
  ['dot.png', 'image/jpeg', samples.png, media],
  ['dot.png.svg', 'image/png', samples.png, media],
  ['scan.tiff', 'image/tiff', 'II*\0', media],
  ['page.png', 'image/png', '<html><script>alert(1)</script>', lies],
  ['photo.jpg', 'image/jpeg', samples.png, lies],
  ['report.pdf', 'application/pdf', 'no pdf at all', lies],
  ['late.pdf', 'application/pdf', `${'x'.repeat(2000)}%PDF-1.7`, lies],
  ['dot.png', 'application/octet-stream', samples.gif, lies],
  ['sound.mp4', 'video/mp4', 'ID3\x03 is music', lies],
  ['sound.mp4', 'video/mp4', 'RIFF\x24\0\0\0WAVEfmt <script>alert(1)</script>', lies],
  ['sound.png', 'image/png', 'RIFF\x24\0\0\0WAVEfmt <script>alert(1)</script>', lies],
  ['sound.txt', 'text/plain', 'RIFF\x24\0\0\0WAVEfmt <script>alert(1)</script>', lies],
  ['program.txt', 'text/plain', Buffer.from('4d5a900003000000', 'hex'), lies],
  ['latin.txt', 'text/plain', Buffer.from('Grüße', 'latin1'), lies],
  ['cut.txt', 'text/plain', Buffer.from('é').subarray(0, 1), lies],
  ['nul.txt', 'text/plain', `${'a'.repeat(9000)}\0`, lies],
])('%s as %s is refused and leaves nothing behind [CHECK-55]', async (name, type, bytes, message) => {
  const { url, stored } = await startServer(behindProxy);
  const answer = await upload(url, { name, type, bytes });
  expect(answer).toMatchObject({
    status: 415,
    body: { message, error: 'wrong-file-type', request_id: expect.any(String) },
  });
  expect(await stored()).toEqual([]);
});

test('files other than pictures are served as downloads that run nothing [CHECK-57]', async () => {
  const { url } = await startServer(behindProxy);
  const bytes = '<!doctype html><script>alert(1)</script>';
  const { body } = await upload(url, { name: 'page.txt', type: 'text/plain', bytes });

  const { headers } = await fetch(url + new URL(body.url).pathname);
  expect(Object.fromEntries(headers)).toMatchObject({
    'content-type': 'text/plain; charset=utf-8',
    'content-disposition': `attachment; filename="page.txt"; filename*=UTF-8''page.txt`,
    'content-security-policy': "sandbox; default-src 'none'",
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'private, max-age=3600',
  });
});

const script = '<script>alert(1)</script>';
const archive = Buffer.from('PK\x03\x04 META-INF/MANIFEST.MF', 'latin1');

test.each([
  [
    'polyglot.gif',
    'image/gif',
    async () => Buffer.concat([await pictures.gif(), Buffer.from(script), archive]),
  ],
  [
    'polyglot.png',
    'image/png',
    async () => Buffer.concat([await pictures.png(), Buffer.from(script), archive]),
  ],
  ['photo.jpg', 'image/jpeg', async () => await pictures.photo()],
])('%s is re-encoded: nothing hidden in it remains, and it may be shown', async (name, type, made) => {
  const { url } = await startServer(behindProxy);
  const bytes = await made();
  expect(/script|MANIFEST|anary/.test(bytes.toString('latin1'))).toBe(true);
  const { body } = await upload(url, { name, type, bytes });
  expect(body.thumbnail_url).toBe(`${body.url}/thumbnail`);

  for (const address of [body.url, `${body.thumbnail_url}`]) {
    const served = await fetch(url + new URL(address).pathname);
    const text = Buffer.from(await served.arrayBuffer()).toString('latin1');
    expect(text).not.toMatch(/script|MANIFEST|anary/);
    expect(Object.fromEntries(served.headers)).toMatchObject({
      'content-type': address === body.url ? type : 'image/webp',
      'content-disposition': expect.stringMatching(/^inline/),
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
    });
  }
});

const unreadable = 'This picture cannot be read. Choose a PNG, JPEG, WebP, GIF or AVIF.';
const tooMany = 'This picture has more than 40 million pixels. Choose a smaller one.';

test.each([
  ['cut.jpg', 'image/jpeg', 415, unreadable, async () => (await pictures.jpeg(400, 400)).subarray(0, 900)],
  ['huge.png', 'image/png', 413, tooMany, async () => pictures.pngOf(60_000, 60_000)],
  ['bomb.png', 'image/png', 413, tooMany, async () => pictures.bomb()],
  [
    'logo.png',
    'image/png',
    415,
    lies,
    async () => Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${script}</svg>`),
  ],
  ['page.gif', 'image/gif', 415, unreadable, async () => Buffer.from(`GIF89a/*${script}*/`)],
  ['archive.png', 'image/png', 415, lies, async () => archive],
  ['photo.png', 'image/png', 415, lies, async () => await pictures.jpeg()],
])(
  '%s (%s) is refused with a sentence and leaves nothing behind',
  async (name, type, status, message, made) => {
    const { url, stored } = await startServer(behindProxy);
    const answer = await upload(url, { name, type, bytes: await made() });
    expect(answer).toMatchObject({ status, body: { message } });
    expect(await stored()).toEqual([]);
  },
);

test.each([
  ['../../etc/passwd.txt', 'passwd.txt'],
  ['C:\\Users\\ada\\note.txt', 'note.txt'],
  ['résumé 世界.txt', 'résumé 世界.txt'],
  ['exe\u202etxt.txt', 'exetxt.txt'],
  ['a\tb\u0007c.txt', 'abc.txt'],
  [`${'long '.repeat(150)}.txt`, expect.stringMatching(/^(long ){38,}.*\.txt$/)],
  ['...hidden.txt', 'hidden.txt'],
  ['"quoted".txt', '"quoted".txt'],
  ['two\nlines.txt', 'twolines.txt'],
])('a file named %j gets a harmless name [CHECK-56]', async (name, shown) => {
  const { url } = await startServer(behindProxy);
  // As browsers send it.
  const { body } = await upload(url, { ...note, name: name.replaceAll('"', '%22').replaceAll('\n', '%0A') });
  expect(body.name).toEqual(shown);
  expect(body.name.length).toBeLessThanOrEqual(200);
});

test.each([
  'a"; filename="b.html',
  'a%0d%0aSet-Cookie: b=c.txt',
  'a\u202etxt.html.txt',
  "a;b=c'd%00e.txt",
  `${'x'.repeat(900)}.txt`,
])('a file named %j is served with one header that says nothing else', async (name) => {
  const { url } = await startServer(behindProxy);
  const { body } = await upload(url, { ...note, name: `${name.replaceAll('"', '%22')}.txt` });
  const { headers } = await fetch(url + new URL(body.url).pathname);
  const disposition = headers.get('content-disposition') ?? '';
  expect(disposition).toMatch(
    /^attachment; filename="[\x20-\x7e]*\.txt"; filename\*=UTF-8''[\w.!#$&+^`|~%-]+$/,
  );
  expect(disposition.replace(/\\"/g, '').match(/"/g)).toHaveLength(2);
  expect(headers.get('set-cookie')).toBeNull();
});

test('an empty file is refused with a sentence', async () => {
  const { url, stored } = await startServer(behindProxy);
  const { status, body } = await upload(url, { ...note, bytes: '' });
  expect({ status, message: body.message }).toEqual({
    status: 400,
    message: 'This file is empty. Choose another one.',
  });
  expect(await stored()).toEqual([]);
});

test.each([
  ['two files', [note, note]],
  ['another field', [{ ...note, field: 'upload' }]],
  ['a field that is a prototype', [{ ...note, field: '__proto__' }]],
  ['no file at all', []],
])('%s in one request is refused', async (_, sent) => {
  const { url, stored } = await startServer(behindProxy);
  const { status, body } = await upload(url, sent);
  expect({ status, error: body.error }).toEqual({ status: 400, error: 'bad-input' });
  expect(await stored()).toEqual([]);
});

test('a part that is binary but has no file name is refused like any other wrong one', async () => {
  const lines: string[] = [];
  const { url, stored } = await startServer({
    env: { LOG_LEVEL: 'error' },
    log: { write: (line) => void lines.push(line) },
  });
  const body = multipart({ ...note, type: 'application/octet-stream' });
  const nameless = Buffer.from(String(body).replace('; filename="note.txt"', ''));
  const answer = await fetch(`${url}/api/upload`, {
    method: 'POST',
    headers: { 'content-type': multipartType },
    body: new Uint8Array(nameless),
  });
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ error: 'bad-input' });
  expect(lines.filter((line) => JSON.parse(line).level >= 50)).toEqual([]);
  expect(await stored()).toEqual([]);
});

test.each(['application/json', 'text/plain', 'multipart/form-data', 'multipart/mixed; boundary=x', ''])(
  'a body of type %j is refused properly',
  async (type) => {
    const { url, stored } = await startServer(behindProxy);
    const { status, body } = await upload(url, note, { 'content-type': type });
    expect([400, 415]).toContain(status);
    expect(body).toEqual({
      message: expect.stringMatching(/\.$/),
      error: expect.any(String),
      request_id: expect.any(String),
    });
    expect(await stored()).toEqual([]);
  },
);

test('a file that declares more than 10 MB is refused before it is read [UP-10]', async () => {
  const { url, stored } = await startServer(behindProxy);
  const { status, body } = await upload(url, { ...note, bytes: Buffer.alloc(11 * 1024 * 1024, 'a') });
  expect({ status, message: body.message }).toEqual({
    status: 413,
    message: 'This file is larger than 10 MB. Choose a smaller one.',
  });
  expect(await stored()).toEqual([]);
});

test('a file of exactly 10 MB is accepted', async () => {
  const { url } = await startServer(behindProxy);
  const { status } = await upload(url, { ...note, bytes: Buffer.alloc(visitorLimits.fileBytes, 'a') });
  expect(status).toBe(200);
});

test('11 MB in chunks, without a declared size, are refused while they arrive', async () => {
  const { port, stored } = await startServer(behindProxy);
  const body = multipart({ ...note, bytes: Buffer.alloc(11 * 1024 * 1024, 'a') });
  const status = await new Promise((resolve, reject) => {
    const request = httpRequest(
      {
        port,
        host: '127.0.0.1',
        path: '/api/upload',
        method: 'POST',
        headers: { 'content-type': multipartType },
      },
      (response) => {
        response.resume();
        resolve(response.statusCode);
      },
    );
    request.on('error', reject);
    for (let at = 0; at < body.length; at += 65_536) request.write(body.subarray(at, at + 65_536));
    request.end();
  });
  expect(status).toBe(413);
  expect(await stored()).toEqual([]);
});

test('a sender of a file far too large gets the sentence, and the connection stays usable', async () => {
  const { port } = await startServer();
  const body = multipart({ ...note, bytes: Buffer.alloc(30 * 1024 * 1024, 'a') });
  const head = `POST /api/upload HTTP/1.1\r\nhost: x\r\ncontent-type: ${multipartType}\r\ncontent-length: ${body.length}\r\n\r\n`;
  const next = 'GET /healthz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n';
  const socket = connect(port, '127.0.0.1');
  let answers = '';
  socket.on('data', (chunk) => {
    answers += chunk;
  });
  socket.write(Buffer.concat([Buffer.from(head), body, Buffer.from(next)]));
  await new Promise((resolve) => socket.on('close', resolve));
  expect(answers).toMatch(/^HTTP\/1\.1 413 .*larger than 10 MB.*HTTP\/1\.1 200 .*"status":"ok"/s);
});

test('a request that declares less than it sends leaves nothing behind', async () => {
  const { port, stored } = await startServer();
  const body = multipart({ ...note, bytes: 'x'.repeat(5000) });
  const head = `POST /api/upload HTTP/1.1\r\nhost: x\r\ncontent-type: ${multipartType}\r\n`;
  const answer = await sendRaw(
    port,
    Buffer.concat([Buffer.from(`${head}content-length: 900\r\n\r\n`), body]),
  );
  expect(answer).toMatch(/^HTTP\/1\.1 400 .*"error":"bad-input"/s);
  await eventually(async () => expect(await stored()).toEqual([]));
});

test('an upload that is interrupted halfway leaves nothing behind', async () => {
  const { port, stored } = await startServer();
  const socket = connect(port, '127.0.0.1');
  socket.write(
    `POST /api/upload HTTP/1.1\r\nhost: x\r\ncontent-type: ${multipartType}\r\ncontent-length: 1000000\r\n\r\n`,
  );
  socket.write(multipart({ ...note, bytes: 'x'.repeat(200_000) }).subarray(0, 150_000));
  await eventually(async () => expect(await stored()).toEqual([expect.stringMatching(/\.part$/)]));
  socket.destroy();
  await eventually(async () => expect(await stored()).toEqual([]));
});

test('an upload that is cancelled while its picture is being rendered leaves nothing behind', async () => {
  const { port, url, stored } = await startServer(behindProxy);
  const body = multipart({ name: 'a.jpg', type: 'image/jpeg', bytes: await pictures.jpeg(6_000, 6_000) });
  const socket = connect(port, '127.0.0.1');
  socket.write(
    `POST /api/upload HTTP/1.1\r\nhost: x\r\ncontent-type: ${multipartType}\r\ncontent-length: ${body.length}\r\n\r\n`,
  );
  socket.write(body);
  await eventually(async () => expect(await stored()).toContainEqual(expect.stringMatching(/^\w+\.part$/)));
  socket.destroy();
  // This one is rendered after it.
  const { body: next } = await upload(url, { name: 'b.png', type: 'image/png', bytes: await pictures.png() });
  const id = next.url.slice(-32);
  await eventually(async () => expect((await stored()).sort()).toEqual([id, `${id}-thumbnail`]));
});

test.each(databases)(
  'an upload in progress when the server stops is still stored, on %s',
  async (dialect) => {
    const { env, ...place } = await freshPlace(dialect);
    const { app, port, stored } = await startServer({ env });
    const body = multipart({ ...note, bytes: 'x'.repeat(200_000) });
    const socket = connect(port, '127.0.0.1');
    let answer = '';
    socket.on('data', (chunk) => {
      answer += chunk;
    });
    socket.write(
      `POST /api/upload HTTP/1.1\r\nhost: x\r\ncontent-type: ${multipartType}\r\ncontent-length: ${body.length}\r\n\r\n`,
    );
    socket.write(body.subarray(0, 150_000));
    await eventually(async () => expect(await stored()).toEqual([expect.stringMatching(/\.part$/)]));

    const hungUp = new Promise((resolve) => socket.on('close', resolve));
    const closed = app.close();
    socket.write(body.subarray(150_000));
    await Promise.all([closed, hungUp]);

    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
    const database = await openDatabase(place);
    expect(await database.db.selectFrom('files').select('size').execute()).toEqual([{ size: 200_000 }]);
    await database.close();
  },
);

describe.each(serviceDatabases)('a stopping server, on %s', (dialect) => {
  test('leaves nothing of an unfinished upload', async () => {
    const { env } = await freshPlace(dialect);
    const { app, port, stored } = await startServer({ env });
    const body = multipart({ ...note, bytes: 'x'.repeat(200_000) });
    const socket = connect(port, '127.0.0.1').on('error', () => {});
    socket.write(
      `POST /api/upload HTTP/1.1\r\nhost: x\r\ncontent-type: ${multipartType}\r\ncontent-length: ${body.length}\r\n\r\n`,
    );
    socket.write(body.subarray(0, 150_000));
    await eventually(async () => expect(await stored()).toEqual([expect.stringMatching(/\.part$/)]));
    const closed = app.close();
    app.server.closeAllConnections();
    await closed;
    expect(await stored()).toEqual([]);
  });

  test('leaves nothing of pictures that wait to be rendered', async () => {
    const { env } = await freshPlace(dialect);
    const { app, url, stored } = await startServer({ env });
    const bytes = await pictures.jpeg(6_000, 6_000);
    const sent = [1, 2, 3].map((each) =>
      upload(url, { name: `${each}.jpg`, type: 'image/jpeg', bytes }).catch(() => null),
    );
    await eventually(async () => expect((await stored()).length).toBeGreaterThan(3));
    const closed = app.close();
    app.server.closeAllConnections();
    await closed;
    expect(await stored()).toEqual([]);
    await Promise.all(sent);
  });
});

test.each(databases)(
  'what a killed server left unfinished is removed at the next start, on %s',
  async (dialect) => {
    const { env, dataDir } = await freshPlace(dialect);
    const lies = async () =>
      (
        await Promise.all(['files', 'images', 'exports'].map((folder) => readdir(join(dataDir, folder))))
      ).flat();
    const draft = async (folder: string, name: string, minutes: number) => {
      await mkdir(join(dataDir, folder), { recursive: true });
      const path = join(dataDir, folder, name);
      await writeFile(path, 'half');
      const at = Date.now() / 1000 - minutes * 60;
      await utimes(path, at, at);
    };
    await draft('files', `${'a'.repeat(32)}-raw.part`, 0);
    await draft('images', `${'b'.repeat(32)}-public.part`, 1);
    await draft('files', `${'c'.repeat(32)}-raw.part`, 61);
    await draft('exports', 'd.zip.part', 0);
    await startServer({ env });
    // Servers that share a database share the folder: a recent file may belong to another server.
    const left =
      dialect === 'postgres' ? [`${'a'.repeat(32)}-raw.part`, `${'b'.repeat(32)}-public.part`] : [];
    await eventually(async () => expect(await lies()).toEqual(left));
  },
);

test('an address has a daily quota of files, with one for a whole IPv6 /64 [UP-10]', async () => {
  let time = Date.now();
  const { url } = await startServer({
    ...behindProxy,
    visitorLimits: { ...visitorLimits, filesADay: 2 },
    now: () => time,
  });
  const from = (address: string) => upload(url, note, { 'x-forwarded-for': address });

  expect((await from('2001:db8:9:1::a')).status).toBe(200);
  expect((await from('2001:db8:9:1:ffff::b')).status).toBe(200);
  const refused = await from('2001:db8:9:1::c');
  expect(refused).toMatchObject({
    status: 429,
    body: {
      error: 'quota-used',
      message: 'You have reached the daily limit for uploads without an account. Try again tomorrow.',
    },
  });
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(86_000);
  expect((await from('2001:db8:9:2::a')).status).toBe(200);

  time += day + 1;
  expect((await from('2001:db8:9:1::c')).status).toBe(200);
});

test('simultaneous uploads cannot exceed the daily quota of an address', async () => {
  const { url, stored } = await startServer({
    ...behindProxy,
    visitorLimits: { ...visitorLimits, bytesADay: 50_000 },
  });
  const sent = { ...note, bytes: 'x'.repeat(9_000) };
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => upload(url, sent, { 'x-forwarded-for': '192.0.2.7' })),
  );
  const taken = answers.filter(({ status }) => status === 200).length;
  expect(taken).toBeLessThanOrEqual(5);
  expect(await stored()).toHaveLength(taken);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 429]));
});

test('a refused upload does not count', async () => {
  const { url } = await startServer({ ...behindProxy, visitorLimits: { ...visitorLimits, filesADay: 1 } });
  const from = { 'x-forwarded-for': '192.0.2.8' };
  expect((await upload(url, { ...note, name: 'lie.png', type: 'image/png' }, from)).status).toBe(415);
  expect((await upload(url, note, from)).status).toBe(200);
});

test('when all the space for uploads is used up, the next one is refused with a sentence', async () => {
  const { url, stored } = await startServer({
    ...behindProxy,
    visitorLimits: { ...visitorLimits, allBytes: 8 },
  });
  expect((await upload(url, note)).status).toBe(200);
  expect(await upload(url, note)).toMatchObject({
    status: 507,
    body: { error: 'no-room', message: 'The server has no storage left. Try again later.' },
  });
  expect(await stored()).toHaveLength(1);
});

test('an address that uploads too often within a minute has to wait', async () => {
  const { url } = await startServer(behindProxy);
  const from = { 'x-forwarded-for': '192.0.2.9' };
  const statuses: number[] = [];
  for (let time = 0; time < 31; time++)
    statuses.push((await upload(url, { ...note, name: 'x' }, from)).status);
  expect(statuses.slice(0, 30)).toEqual(Array(30).fill(415));
  expect(statuses[30]).toBe(429);
});

test('a made-up X-Forwarded-For changes nothing if no proxy is configured', async () => {
  const { url } = await startServer({ visitorLimits: { ...visitorLimits, filesADay: 1 } });
  expect((await upload(url, note, { 'x-forwarded-for': '192.0.2.1' })).status).toBe(200);
  expect((await upload(url, note, { 'x-forwarded-for': '192.0.2.2' })).status).toBe(429);
});

test.each([
  '/api/upload/',
  '//api/upload',
  '/API/upload',
  '/api/%2e/upload',
  '/api/upload%2f',
  '/api/upload;x',
])('POST %s is not a second way to upload', async (path) => {
  const { port, stored } = await startServer();
  const { status, text } = await requestRaw(port, path, 'POST', { 'content-type': multipartType });
  expect({ status, error: JSON.parse(text).error }).toEqual({ status: 404, error: 'not-found' });
  expect(await stored()).toEqual([]);
});

test('another site cannot upload through its visitors', async () => {
  const { url, stored } = await startServer();
  for (const site of ['cross-site', 'same-site']) {
    const { status, body } = await upload(url, note, { 'sec-fetch-site': site });
    expect({ status, error: body.error }).toEqual({ status: 403, error: 'foreign-site' });
  }
  expect(await stored()).toEqual([]);
  expect((await upload(url, note, { 'sec-fetch-site': 'same-origin' })).status).toBe(200);
});

test('after 24 hours a file is deleted [UP-10]', async () => {
  let time = Date.now();
  const { url } = await startServer({ ...behindProxy, now: () => time });
  const { body } = await upload(url, note);
  const path = new URL(body.url).pathname;
  expect(body.expires_at).toBe(new Date(time + day).toISOString());

  time += day - 1;
  expect((await fetch(url + path)).status).toBe(200);
  time += 1;
  const gone = await fetch(url + path);
  expect({ status: gone.status, body: await gone.json() }).toMatchObject({
    status: 404,
    body: { error: 'not-found', message: 'This file does not exist, or has expired.' },
  });
});

test.each(['0'.repeat(32), 'x', '..%2fdata', '0'.repeat(33), '0'.repeat(500), `${'0'.repeat(31)}%00`])(
  'the id %s only leads to a refusal',
  async (id) => {
    const { port } = await startServer();
    const { status, headers, text } = await requestRaw(port, `/files/${id}`);
    expect({ status, error: JSON.parse(text).error }).toEqual({ status: 404, error: 'not-found' });
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
  },
);

test('a video can be read in parts, as players do', async () => {
  const { url } = await startServer(behindProxy);
  const bytes = Buffer.concat([samples.mp4, Buffer.alloc(1000, 'v')]);
  const { body } = await upload(url, { name: 'clip.mp4', type: 'video/mp4', bytes });
  const read = async (headers: Record<string, string>) => {
    const response = await fetch(url + new URL(body.url).pathname, { headers });
    const part = Buffer.from(await response.arrayBuffer());
    return { status: response.status, part, headers: Object.fromEntries(response.headers) };
  };

  expect(await read({ range: 'bytes=4-7' })).toMatchObject({
    status: 206,
    part: Buffer.from('ftyp'),
    headers: {
      'content-range': `bytes 4-7/${bytes.length}`,
      'content-length': '4',
      'content-type': 'video/mp4',
      'content-disposition': expect.stringMatching(/^attachment;/),
    },
  });
  expect((await read({ range: 'bytes=-5' })).part.toString()).toBe('vvvvv');
  expect((await read({})).part.equals(bytes)).toBe(true);
  expect((await read({ range: 'bytes=4-7', 'if-range': '"another"' })).status).toBe(200);
  expect(await read({ range: `bytes=${bytes.length}-` })).toMatchObject({
    status: 416,
    headers: { 'content-range': `bytes */${bytes.length}` },
  });
  const etag = (await read({})).headers.etag ?? '';
  expect((await read({ 'if-none-match': etag })).status).toBe(304);
});

test('HEAD of a file returns only its length', async () => {
  const { url } = await startServer(behindProxy);
  const { body } = await upload(url, note);
  const response = await fetch(url + new URL(body.url).pathname, { method: 'HEAD' });
  expect({ length: response.headers.get('content-length'), text: await response.text() }).toEqual({
    length: '5',
    text: '',
  });
});
