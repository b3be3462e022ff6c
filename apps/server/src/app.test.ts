import { connect } from 'node:net';
import { api, type Route } from '@polylogue/contract';
import { expect, test } from 'vitest';
import { securityHeaders } from './platform/http/headers.ts';
import { requestRaw, sendRaw } from './testing/raw.ts';
import { samples } from './testing/samples.ts';
import { eventually, startServer } from './testing/server.ts';
import { multipart, multipartType, upload } from './testing/upload.ts';

const expected = securityHeaders({ publicUrl: 'https://chat.example.com' });
const secure = { env: { PUBLIC_URL: 'https://chat.example.com', TRUST_PROXY: '1' } };

test.each([
  ['the document', 'GET', '/chat', 200],
  ['a redirect', 'GET', '/chat/', 302],
  ['the not-found page', 'GET', '/nowhere', 404],
  ['a script', 'GET', '/assets/app-Bx7d2k.js', 200],
  ['a worker', 'GET', '/assets/read.worker-Cc81.js', 200],
  ['a missing script', 'GET', '/assets/none.js', 404],
  ['the icon', 'GET', '/favicon.svg', 200],
  ['HEAD', 'HEAD', '/chat', 200],
  ['the API reference', 'GET', '/api/openapi.json', 200],
  ['health', 'GET', '/healthz', 200],
  ['readiness', 'GET', '/readyz', 200],
  ['an unknown endpoint', 'GET', '/api/none', 404],
  ['another method', 'DELETE', '/chat', 404],
  ['a refused upload', 'POST', '/api/upload', 415],
  ['a missing file', 'GET', `/files/${'0'.repeat(32)}`, 404],
  ['a path that cannot be read', 'GET', '/%E0%A4%A', 400],
  ['a path that climbs', 'GET', '/assets/../../etc/passwd', 404],
])('%s carries the security headers [CHECK-52 CHECK-67]', async (_, method, path, status) => {
  const { port } = await startServer(secure);
  const answer = await requestRaw(port, path, method);
  expect(answer.status).toBe(status);
  expect(answer.headers).toMatchObject(expected);
  for (const name of ['server', 'x-powered-by', 'access-control-allow-origin']) {
    expect(answer.headers).not.toHaveProperty(name);
  }
});

test('invalid requests are refused with the same headers [CHECK-67]', async () => {
  const { port } = await startServer(secure);
  const broken: [string, number][] = [
    ['GET /chat HTTP/1.1\r\nhost: x\r\nbad header\r\n\r\n', 400],
    ['NONSENSE\r\n\r\n', 400],
    [`GET /chat HTTP/1.1\r\nhost: x\r\ncookie: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
    ['POST /api/upload HTTP/1.1\r\nhost: x\r\ncontent-length: 5\r\ncontent-length: 6\r\n\r\n', 400],
  ];
  for (const [bytes, status] of broken) {
    const answer = await sendRaw(port, bytes);
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} .*"message":".*\\.","error":"`, 's'));
    for (const [name, value] of Object.entries(expected)) expect(answer).toContain(`${name}: ${value}`);
  }
});

test('a stored file has all these headers, but its own policy', async () => {
  const { url } = await startServer(secure);
  const { body } = await upload(url, { name: 'a.png', type: 'image/png', bytes: samples.png });
  const { headers } = await fetch(url + new URL(body.url).pathname);
  expect(Object.fromEntries(headers)).toMatchObject({
    ...expected,
    'content-security-policy': "sandbox; default-src 'none'",
  });
});

test('a page on plain http is told neither to upgrade to https nor to stay on it', async () => {
  const { url } = await startServer();
  const { headers } = await fetch(`${url}/chat`);
  expect(headers.get('strict-transport-security')).toBeNull();
  expect(headers.get('content-security-policy')).not.toContain('upgrade-insecure-requests');
  expect(headers.get('content-security-policy')).toContain(
    "connect-src 'self' ws://localhost:3000 https: http:;",
  );
});

test.each(['null', 'https://evil.example', 'https://chat.example.com.evil.example'])(
  'no other origin, %s, may read an answer [CHECK-68]',
  async (origin) => {
    const { port } = await startServer(secure);
    for (const [path, method] of [
      ['/api/openapi.json', 'GET'],
      ['/api/upload', 'OPTIONS'],
      ['/chat', 'GET'],
    ] as const) {
      const { headers } = await requestRaw(port, path, method, {
        origin,
        'access-control-request-method': 'POST',
      });
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    }
  },
);

test('a page on another site changes nothing, whatever it calls [CHECK-41]', async () => {
  const { port } = await startServer();
  const writing = Object.values(api).flatMap((table) =>
    Object.values<Route>(table).filter(({ method }) => method !== 'GET'),
  );
  expect(writing.length).toBeGreaterThan(10);
  for (const { method, path } of writing) {
    for (const site of ['cross-site', 'same-site']) {
      const { status, text } = await requestRaw(port, path, method, { 'sec-fetch-site': site });
      expect([status, JSON.parse(text).error], `${method} ${path}`).toEqual([403, 'foreign-site']);
    }
  }
});

test('API answers are never cached [CHECK-69]', async () => {
  const { port } = await startServer();
  for (const path of ['/api/openapi.json', '/api/none', '/healthz', '/readyz', `/files/${'0'.repeat(32)}`]) {
    expect((await requestRaw(port, path)).headers['cache-control']).toBe('no-store');
  }
});

test('internal errors are logged with the request id, and the caller learns nothing about the cause [CHECK-62]', async () => {
  const lines: string[] = [];
  const { url } = await startServer({
    env: { LOG_LEVEL: 'warn' },
    log: { write: (line) => void lines.push(line) },
    origin: () => {
      throw new Error('SELECT secret FROM /etc/polylogue');
    },
  });
  const { status, body, headers } = await upload(url, { name: 'a.txt', type: 'text/plain', bytes: 'x' });

  expect({ status, body }).toEqual({
    status: 500,
    body: {
      message: expect.stringContaining('Something went wrong on the server.'),
      error: 'unexpected',
      request_id: headers.get('x-request-id'),
    },
  });
  expect(JSON.stringify(body)).not.toMatch(/SELECT|etc|stack|at /);
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({
      msg: 'unexpected',
      request_id: body.request_id,
      err: expect.objectContaining({ message: expect.stringContaining('SELECT') }),
    }),
  ]);
});

test('no secret in a request reaches the log', async () => {
  const canary = 'sk-canary-7d2k9f0aQ';
  const lines: string[] = [];
  const { port, url } = await startServer({
    env: { LOG_LEVEL: 'trace' },
    log: { write: (line) => void lines.push(line) },
  });
  const secrets = {
    authorization: `Bearer ${canary}`,
    'x-api-key': canary,
    cookie: canary,
    referer: canary,
    'user-agent': canary,
  };
  await requestRaw(port, `/chat?key=${canary}`, 'GET', secrets);
  await requestRaw(port, `/nowhere/${canary}?code=${canary}`, 'GET', secrets);
  await requestRaw(port, `/api/${canary}`, 'POST', secrets);
  await requestRaw(port, `/files/${canary}`);
  await requestRaw(port, `/%E0%A4%A${canary}`);
  await sendRaw(port, `GET /${canary} NOPE\r\n\r\n`);
  const note = { name: `${canary}.txt`, type: 'text/plain', bytes: canary };
  expect((await upload(url, note, secrets)).status).toBe(401);
  const { authorization: _, ...others } = secrets;
  const { body } = await upload(url, note, others);
  const { pathname } = new URL(body.url);
  await requestRaw(port, pathname);
  await requestRaw(port, `/${pathname}`);

  const log = lines.join('');
  expect(lines.length).toBeGreaterThan(6);
  expect(log).not.toContain(canary);
  // Knowing the id is all it takes to read a file, so the id is a secret too.
  expect(log).not.toContain(pathname.slice('/files/'.length));
});

test('a line break in a request does not start a new line in the log [CHECK-83]', async () => {
  const lines: string[] = [];
  const { port } = await startServer({
    env: { LOG_LEVEL: 'info' },
    log: { write: (line) => void lines.push(line) },
  });
  await requestRaw(port, '/no%0a%1b[31mwhere');
  expect(lines.length).toBeGreaterThan(0);
  for (const line of lines) {
    expect(line.trimEnd()).not.toMatch(/\p{Cc}/u);
    expect(JSON.parse(line)).toMatchObject({ time: expect.stringMatching(/Z$/), msg: expect.any(String) });
  }
});

test('no request body brings the server down [CHECK-53]', async () => {
  const { port, url } = await startServer();
  const bodies = [
    '',
    'null',
    '[]',
    '{',
    '{"__proto__":{}}',
    '['.repeat(100_000),
    `"${'x'.repeat(1_500_000)}"`,
  ];
  const types = [
    'application/json',
    'Application/JSON\t',
    ' text/plain',
    'multipart/form-data',
    multipartType,
  ];
  for (const body of bodies) {
    for (const type of types) {
      const answer = await sendRaw(
        port,
        `POST /api/upload HTTP/1.1\r\nhost: x\r\ncontent-type: ${type}\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
      );
      expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /);
    }
  }
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
});

test('a stopping server lets an upload finish, and accepts no new connections', async () => {
  const { app, port, stored } = await startServer();
  const body = multipart({ name: 'a.txt', type: 'text/plain', bytes: 'x'.repeat(100_000) });
  const head = `POST /api/upload HTTP/1.1\r\nhost: x\r\ncontent-type: ${multipartType}\r\ncontent-length: ${body.length}\r\n\r\n`;
  const socket = connect(port, '127.0.0.1');
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk;
  });
  const isClosed = new Promise((resolve) => socket.on('close', resolve));
  socket.write(Buffer.concat([Buffer.from(head), body.subarray(0, 50_000)]));
  await eventually(async () => expect(await stored()).toEqual([expect.stringMatching(/\.part$/)]));

  const isStopped = app.close();
  await eventually(() =>
    expect(sendRaw(port, 'GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n')).rejects.toThrow('ECONNREFUSED'),
  );
  socket.write(body.subarray(50_000));
  await Promise.all([isStopped, isClosed]);

  expect(answer).toMatch(/^HTTP\/1\.1 200 .*connection: close.*"name":"a\.txt"/s);
});
