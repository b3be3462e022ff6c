import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { requestRaw } from '../../testing/raw.ts';
import { startServer } from '../../testing/server.ts';
import { buildWeb, chatPage, diagramPage, page, script } from '../../testing/web-build.ts';
import { pagePaths } from './page-paths.ts';
import { sharedAssets } from './shared-assets.ts';

/** A web build that a test may change. */
async function ownBuild() {
  const folder = await mkdtemp(join(tmpdir(), 'polylogue-pages-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const web = join(folder, 'dist');
  await buildWeb(web);
  return web;
}

test('/login leads to /signin, /files to the settings, and a trailing slash is removed; the query stays [PAGE-03]', async () => {
  const { url } = await startServer();
  const at = async (path: string) => {
    const { status, headers } = await fetch(url + path, { redirect: 'manual' });
    return { status, location: headers.get('location') };
  };
  expect(await at('/login')).toEqual({ status: 302, location: '/signin' });
  expect(await at('/login/?redirectAfterSignIn=%2Fchat')).toEqual({
    status: 302,
    location: '/signin?redirectAfterSignIn=%2Fchat',
  });
  // The list of a member's files; each file has an address below it.
  for (const spelled of ['/files', '/files/'])
    expect(await at(spelled)).toEqual({ status: 302, location: '/settings/files' });
  expect(await at('/chat/?debug=true')).toEqual({ status: 302, location: '/chat?debug=true' });
});

const conversation = '0190a5c2-7e1b-7c3d-8f4a-1b2c3d4e5f60';
const code = 'abcdefghijklmnopqrstuv';

test.each(Object.keys(pagePaths))('%s is a page, and leads there with a slash at its end', async (path) => {
  const { port } = await startServer();
  const address = path.replace(/:id.*/, conversation).replace(/:code.*/, code);
  const { status, headers } = await requestRaw(port, address);
  expect({ status, cache: headers['cache-control'] }).toEqual({ status: 200, cache: 'no-cache' });
  if (address === '/') return;
  const slashed = await requestRaw(port, `${address}/?debug=true`);
  expect([slashed.status, slashed.headers.location]).toEqual([302, `${address}?debug=true`]);
});

test('/chat is the page built ahead, revalidated each time', async () => {
  const { port } = await startServer();
  const { status, text, headers } = await requestRaw(port, '/chat?debug=true');
  expect({ status, text, cache: headers['cache-control'] }).toEqual({
    status: 200,
    text: chatPage,
    cache: 'no-cache',
  });
  const again = await requestRaw(port, '/chat', 'GET', { 'if-none-match': headers.etag ?? '' });
  expect(again.status).toBe(304);
});

test('a conversation is opened with the document of /chat, no matter who requests it', async () => {
  const { port } = await startServer();
  const { status, text, headers } = await requestRaw(port, `/chat/${conversation}?debug=true`);
  expect({ status, text, cache: headers['cache-control'] }).toEqual({
    status: 200,
    text: chatPage,
    cache: 'no-cache',
  });
  const slashed = await requestRaw(port, `/chat/${conversation}/?debug=true`);
  expect([slashed.status, slashed.headers.location]).toEqual([302, `/chat/${conversation}?debug=true`]);
});

test('the document that draws diagrams has no origin, and may only be framed by us [CODE-02]', async () => {
  const { port } = await startServer();
  const { status, text, headers } = await requestRaw(port, '/diagram.html');
  expect({ status, text, cache: headers['cache-control'] }).toEqual({
    status: 200,
    text: diagramPage,
    cache: 'no-cache',
  });
  expect(headers['content-security-policy']?.split('; ')).toEqual([
    'sandbox allow-scripts',
    "default-src 'none'",
    "script-src 'self' http://polylogue.test",
    "style-src 'unsafe-inline'",
    'img-src data:',
    "connect-src 'none'",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'self'",
  ]);
});

test('assets that another node or an earlier version has brought are served too, as theirs are', async () => {
  const { port, dataDir } = await startServer();
  const shared = sharedAssets(dataDir);
  await mkdir(join(shared, 'diagram'), { recursive: true });
  await writeFile(join(shared, 'later-Kd93x1.js'), 'later()');
  await writeFile(join(shared, 'diagram/draw-Later1.js'), 'draw()');
  const { status, text, headers } = await requestRaw(port, '/assets/later-Kd93x1.js', 'GET', {
    'accept-encoding': 'br, gzip',
  });
  expect([status, text, headers['cache-control']]).toEqual([
    200,
    'later()',
    'public, max-age=31536000, immutable',
  ]);
  const diagram = await requestRaw(port, '/assets/diagram/draw-Later1.js', 'GET', { origin: 'null' });
  expect([diagram.text, diagram.headers['access-control-allow-origin']]).toEqual(['draw()', 'null']);
  expect((await requestRaw(port, '/assets/nowhere-Kd93x1.js')).status).toBe(404);
  expect((await requestRaw(port, '/assets/..%2fpolylogue.db')).status).not.toBe(200);
});

test('an asset that was read once is served from memory with the same headers; parts of it and other encodings are not', async () => {
  const web = await ownBuild();
  const { port } = await startServer({ web });
  const files = { '/assets/app-Bx7d2k.js': undefined, '/assets/diagram/draw-Dd93k1.js': 'null' };
  const ask = async (path: string, headers: Record<string, string> = {}) => {
    const answer = await requestRaw(port, path, 'GET', {
      'accept-encoding': 'gzip, deflate, br',
      ...headers,
    });
    const { date: _, 'x-request-id': _id, ...rest } = answer.headers;
    return { ...answer, headers: rest };
  };
  for (const [path, origin] of Object.entries(files)) {
    const first = await ask(path);
    const second = await ask(path);
    await rm(join(web, `${path}.br`));
    const third = await ask(path);
    expect(first.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' });
    expect(first.headers['access-control-allow-origin']).toBe(origin);
    for (const later of [second, third]) {
      expect(later.status).toBe(200);
      expect(later.headers).toEqual(first.headers);
    }
    const read = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { 'accept-encoding': 'br' } });
    expect([read.headers.get('content-encoding'), await read.text()]).toEqual(['br', script]);
    const etag = (await requestRaw(port, path)).headers.etag ?? '';
    expect((await ask(path, { 'if-none-match': etag, 'accept-encoding': 'identity' })).status).toBe(304);
    expect((await ask(path, { range: 'bytes=0-2', 'accept-encoding': 'identity' })).status).toBe(206);
    expect((await ask(path, { 'accept-encoding': 'gzip, br;q=0' })).headers['content-encoding']).toBe('gzip');
    expect((await requestRaw(port, path, 'HEAD', { 'accept-encoding': 'br' })).text).toBe('');
  }
});

test('without an origin only the code of diagrams can be loaded [CODE-02]', async () => {
  const { port } = await startServer();
  const allowed = async (path: string) =>
    (await requestRaw(port, path, 'GET', { origin: 'null' })).headers['access-control-allow-origin'];
  expect(await allowed('/assets/diagram/draw-Dd93k1.js')).toBe('null');
  for (const path of ['/diagram.html', '/assets/app-Bx7d2k.js', '/chat', '/healthz']) {
    expect(await allowed(path)).toBeUndefined();
  }
});

test.each([
  '/dashboard/deeper',
  '/chat/one',
  `/chat/${conversation}0`,
  `/chat/${conversation}/more`,
  `/chat/${conversation.toUpperCase()}`,
  '/index.html',
  '/chat.html',
  '/room.html',
  '/.stamp',
  '/%2e%2e/package.json',
  '/apiary',
  '/a.b/c',
])('%s is the not-found page [ROUTE-404]', async (path) => {
  const { port } = await startServer();
  const { status, text, headers } = await requestRaw(port, path);
  expect({ status, text, cache: headers['cache-control'] }).toEqual({
    status: 404,
    text: page,
    cache: 'no-store',
  });
});

test('a browser that has cached the document still gets the whole not-found page', async () => {
  const { port } = await startServer();
  const { headers } = await requestRaw(port, '/chat');
  const { status, text } = await requestRaw(port, '/nowhere', 'GET', {
    'if-none-match': headers.etag ?? '',
    range: 'bytes=0-1',
  });
  expect({ status, text }).toEqual({ status: 404, text: page });
});

test.each([
  '/api',
  '/api/',
  '/api/nothing',
  '/API/upload',
  '//api/upload',
  '/api%2Fupload',
  '/%61pi/upload',
  '/\\api/upload',
  '/files/nothing',
  '//files',
  '/assets/nothing.js',
  '/assets/',
  '/assets/..%2findex.html',
  '/assets/../.stamp',
  '/assets//app-Bx7d2k.js',
  '/assets/app-bx7d2k.JS',
])('GET %s is a refusal, never a page [CHECK-69]', async (path) => {
  const { port } = await startServer();
  const { status, text } = await requestRaw(port, path);
  expect({ status, body: JSON.parse(text) }).toMatchObject({ status: 404, body: { error: 'not-found' } });
});

test.each(['POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH'])('%s on a page is a refusal', async (method) => {
  const { port } = await startServer();
  for (const path of ['/chat', '/nowhere']) {
    const { status, text } = await requestRaw(port, path, method);
    expect({ status, error: JSON.parse(text).error }).toEqual({ status: 404, error: 'not-found' });
  }
});

test('an asset is sent in the best encoding the browser accepts, and cached forever', async () => {
  const { port } = await startServer();
  const forms = {
    'br, gzip': (text: Buffer) => brotliDecompressSync(text).toString(),
    gzip: (text: Buffer) => gunzipSync(text).toString(),
    identity: (text: Buffer) => text.toString(),
  };
  for (const [accepted, read] of Object.entries(forms)) {
    const response = await fetchRaw(port, '/assets/app-Bx7d2k.js', { 'accept-encoding': accepted });
    expect(read(response.bytes)).toBe(script);
    expect(response.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': expect.stringMatching(/^(text|application)\/javascript/),
      vary: expect.stringMatching(/accept-encoding/i),
      ...(accepted !== 'identity' && { 'content-encoding': accepted.split(',')[0] }),
    });
  }
});

test('the icon beside the document is served', async () => {
  const { url } = await startServer();
  const { status, headers } = await fetch(`${url}/favicon.svg`);
  expect([status, headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
});

test.each([
  ['/manifest.webmanifest', 'application/manifest+json'],
  ['/icon-192.png', 'image/png'],
])('the parts of an installed app are served: %s [INST-01]', async (path, type) => {
  const { url } = await startServer();
  const { status, headers } = await fetch(url + path);
  expect([status, headers.get('content-type')?.split(';')[0]]).toEqual([200, type]);
  expect(headers.get('content-security-policy')).toContain("manifest-src 'self'");
});

test('the service worker is revalidated each time, and covers every page [INST-02]', async () => {
  const { url } = await startServer();
  const { status, headers } = await fetch(`${url}/service-worker.js`);
  expect([status, headers.get('content-type')?.split(';')[0], headers.get('cache-control')]).toEqual([
    200,
    expect.stringMatching(/^(?:text|application)\/javascript$/),
    'no-cache',
  ]);
  expect(headers.get('content-security-policy')).toContain("worker-src 'self'");
});

test('a deployment without a service worker removes the one that browsers have [INST-08]', async () => {
  const { url } = await startServer({ env: { SERVICE_WORKER: 'off' } });
  const response = await fetch(`${url}/service-worker.js`);
  expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-cache']);
  expect(response.headers.get('content-type')).toMatch(/^text\/javascript/);
  expect(await response.text()).toContain('registration.unregister()');
});

test('HEAD returns the headers of GET', async () => {
  const { url } = await startServer();
  for (const [path, status] of [
    ['/chat', 200],
    ['/nowhere', 404],
    ['/assets/app-Bx7d2k.js', 200],
    ['/healthz', 200],
  ] as const) {
    const head = await fetch(url + path, { method: 'HEAD' });
    const get = await fetch(url + path);
    expect([head.status, await head.text()]).toEqual([status, '']);
    expect(head.headers.get('content-type')).toBe(get.headers.get('content-type'));
  }
});

test('without a web build pages say so, and the server is not ready', async () => {
  const web = await ownBuild();
  const { url } = await startServer({ web });
  await rm(web, { recursive: true });
  for (const path of ['/chat', '/nowhere', '/readyz']) {
    const response = await fetch(url + path);
    expect({ status: response.status, body: await response.json() }).toMatchObject({
      status: 503,
      body: { message: 'The web app is not built yet. Run `npm run build` on the server, then reload.' },
    });
  }
});

test('a build that is swapped in is served without a restart', async () => {
  const web = await ownBuild();
  const { url } = await startServer({ web });
  await mkdir(join(`${web}-new`, 'assets'), { recursive: true });
  await writeFile(join(`${web}-new`, 'index.html'), 'new');
  await writeFile(join(`${web}-new`, 'chat.html'), 'new chat');
  await writeFile(join(`${web}-new`, 'assets', 'new-1.js'), 'new()');
  await rename(web, `${web}-old`);
  await rename(`${web}-new`, web);
  expect(await (await fetch(`${url}/chat`)).text()).toBe('new chat');
  expect(await (await fetch(`${url}/`)).text()).toBe('new');
  expect(await (await fetch(`${url}/assets/new-1.js`)).text()).toBe('new()');
});

test('a part of a script can be requested, or whether it has changed', async () => {
  const { port } = await startServer();
  const path = '/assets/app-Bx7d2k.js';
  const { headers } = await requestRaw(port, path);
  const part = await requestRaw(port, path, 'GET', { range: 'bytes=0-1' });
  expect([part.status, part.text]).toEqual([206, script.slice(0, 2)]);
  for (const question of [
    { 'if-none-match': headers.etag ?? '' },
    { 'if-modified-since': new Date(Date.now() + 1_000).toUTCString() },
  ]) {
    expect((await requestRaw(port, path, 'GET', question)).status).toBe(304);
  }
});

/** fetch would decompress the bytes. */
async function fetchRaw(port: number, path: string, headers: Record<string, string>) {
  const { request } = await import('node:http');
  return new Promise<{ headers: object; bytes: Buffer }>((resolve, reject) => {
    request({ port, host: '127.0.0.1', path, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('end', () => resolve({ headers: response.headers, bytes: Buffer.concat(chunks) }));
    })
      .on('error', reject)
      .end();
  });
}
