import { once } from 'node:events';
import { readdir, readlink } from 'node:fs/promises';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { shared } from '../../testing/lifetime.ts';
import { sendRaw } from '../../testing/raw.ts';
import { eventually, startServer } from '../../testing/server.ts';
import { multipart, multipartType, upload } from '../../testing/upload.ts';
import { timeToRead } from './request-timeouts.ts';

const hurried = { requestTimeouts: { headers: 400, request: 800, idle: 1_200, checkedEvery: 100 } };
const body = multipart({ name: 'a.txt', type: 'text/plain', bytes: 'x'.repeat(1_000) });

/** A client that sends the first part at once and then an occasional byte, whatever the answer. */
function dripping(port: number, first: string, byte: string) {
  const began = performance.now();
  // A stubborn client: does not hang up when the server does.
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  let answer = '';
  socket.on('error', () => {});
  socket.on('data', (chunk) => {
    answer += chunk;
  });
  socket.write(first);
  const drip = setInterval(() => socket.writable && socket.write(byte), 50);
  return new Promise<{ answer: string; took: number }>((resolve) => {
    socket.on('close', () => {
      clearInterval(drip);
      resolve({ answer, took: performance.now() - began });
    });
  });
}

const clients: [what: string, first: string, byte: string][] = [
  ['headers', 'POST /api/auth/signin HTTP/1.1\r\nhost: x\r\n', 'x'],
  [
    'a body',
    'POST /api/auth/signin HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n{',
    ' ',
  ],
  [
    'a body in chunks',
    'POST /api/auth/signin HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n1\r\n{\r\n',
    '1\r\n \r\n',
  ],
  [
    'an upload',
    `POST /api/upload HTTP/1.1\r\nhost: x\r\ncontent-type: ${multipartType}\r\ncontent-length: ${body.length}\r\n\r\n${body.subarray(0, 200)}`,
    'x',
  ],
  [
    'a body that is already refused',
    'POST /api/auth/signin HTTP/1.1\r\nhost: x\r\ncontent-type: text/plain\r\ncontent-length: 1000\r\n\r\n',
    ' ',
  ],
];

/** All drip at once, each for as long as it may. */
const hurriedServer = shared(async () => {
  const server = await startServer(hurried);
  const dripped = clients.map(([, first, byte]) => dripping(server.port, first, byte));
  return { ...server, dripped, health: await fetch(`${server.url}/healthz`) };
});

test.each(clients.map(([what], at) => [what, at] as const))(
  'a client that drips %s is disconnected in time, and delays no one else [FAULT-21]',
  async (_, at) => {
    const { dripped, health, stored } = hurriedServer();
    expect(health.status).toBe(200);
    const { answer, took } = (await dripped[at]) ?? expect.fail();
    expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /);
    // Time to read the answer, plus some for a busy machine.
    expect(took).toBeLessThan(800 + 100 + timeToRead + 3_000);
    await eventually(async () => expect(await stored()).toEqual([]));
  },
);

test('a client that stops sending is told why it is disconnected', async () => {
  const { port } = await startServer(hurried);
  const answer = await sendRaw(
    port,
    'POST /api/auth/signin HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{',
  );
  expect(answer).toMatch(/^HTTP\/1\.1 408 .*"message":"The request took too long to arrive\. Try/s);
});

test('a client that does not read a file it asked for is disconnected, and the file is closed [CHECK-80]', async () => {
  const { port, url } = await startServer(hurried);
  const file = await upload(url, { name: 'a.txt', type: 'text/plain', bytes: 'x'.repeat(9_000_000) });
  const path = new URL(file.body.url, url).pathname;
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  socket.on('error', () => {});
  socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`);
  await once(socket, 'readable');
  const isOpen = async () => {
    const open = await readdir('/proc/self/fd');
    const names = await Promise.all(open.map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')));
    return names.some((name) => name.endsWith(path.replace('/files', '')));
  };
  expect(await isOpen()).toBe(true);
  await eventually(async () => expect(await isOpen()).toBe(false));
});

test('in production the limits are a minute for headers and five in all, including the time to read our answer', async () => {
  const { app } = await startServer();
  const { headersTimeout, requestTimeout, connectionsCheckingInterval } = app.server as typeof app.server & {
    connectionsCheckingInterval: number;
  };
  const last = connectionsCheckingInterval + timeToRead;
  expect(headersTimeout).toBeGreaterThan(0);
  expect(headersTimeout + last).toBeLessThanOrEqual(60_000);
  expect(requestTimeout).toBeGreaterThan(headersTimeout);
  expect(requestTimeout + last).toBeLessThanOrEqual(5 * 60_000);
  expect(app.server.timeout).toBeGreaterThan(requestTimeout + last);
});
