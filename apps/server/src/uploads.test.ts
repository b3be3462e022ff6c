import { readdir, stat } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { api, type Route } from '@polylogue/contract';
import { describe, expect, test } from 'vitest';
import { browser, fileOfFolder, oneFile } from './domains/conversations/testing.ts';
import { memberLimits, visitorLimits } from './domains/files/policy.ts';
import { pictureRules } from './domains/images/policy.ts';
import type { Dialect } from './platform/database/dialect.ts';
import { serviceDatabases } from './testing/databases.ts';
import { unlimited } from './testing/no-limits.ts';
import { startWithPeople } from './testing/people.ts';
import { samples } from './testing/samples.ts';
import { eventually } from './testing/server.ts';
import { multipart, multipartType } from './testing/upload.ts';

const megabyte = 1024 * 1024;
const endpoint = ({ method, path }: Pick<Route, 'method' | 'path'>) => `${method} ${path}`;
const takesFile = (route: Route) => 'file' in route && route.file !== undefined;

/** A server with one person signed in, and every endpoint that takes a file. */
async function uploadEndpointsOf(dialect: Dialect) {
  const server = await startWithPeople(dialect, { rateLimits: unlimited });
  const { access_token: token } = await server.signUp('ada');
  const authorization = `Bearer ${token}`;
  async function place() {
    const { body } = await server.call('POST', '/api/v1/user/me/profile_picture', { token });
    return new URL((body as unknown as { upload_url: string }).upload_url).pathname;
  }
  const ada = browser(server, token);
  const { conversation, question } = await ada.ask();
  await ada.push({
    messages: [{ message_id: question, conversation_id: conversation, details: oneFile }],
  });
  const uploadEndpoints = [
    {
      endpoint: 'POST /api/upload',
      as: 'a visitor',
      most: visitorLimits.fileBytes,
      path: async () => '/api/upload',
      headers: {},
    },
    {
      endpoint: 'POST /api/upload',
      as: 'a member',
      most: memberLimits.fileBytes,
      path: async () => '/api/upload',
      headers: { authorization },
    },
    {
      endpoint: 'POST /api/v1/images/:token',
      as: 'a member',
      most: pictureRules.bytes,
      path: place,
      headers: {},
    },
    {
      endpoint: 'PUT /api/v1/messages/:message_id/files/:place',
      as: 'a member',
      most: memberLimits.fileBytes,
      path: async () => `/api/v1/messages/${question}/files/0`,
      headers: { authorization },
    },
    {
      endpoint: 'PUT /api/v1/records/:record_id/file',
      as: 'a member',
      most: memberLimits.fileBytes,
      path: async () => `/api/v1/records/${await fileOfFolder(server, token)}/file`,
      headers: { authorization },
    },
  ];
  /** The bytes on the disk. */
  async function lies(): Promise<number> {
    let bytes = 0;
    for (const folder of ['files', 'images']) {
      const path = join(server.place.dataDir, folder);
      for (const name of await readdir(path)) {
        bytes += (await stat(join(path, name)).catch(() => ({ size: 0 }))).size;
      }
    }
    return bytes;
  }
  return { ...server, uploadEndpoints, lies };
}

/** Sends pieces in chunks until an answer arrives or no pieces are left; returns the status. */
function send(
  port: number,
  endpoint: string,
  path: string,
  headers: object,
  pieces: Iterable<Buffer>,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      {
        port,
        host: '127.0.0.1',
        path,
        method: endpoint.split(' ')[0],
        headers: { 'content-type': multipartType, ...headers },
      },
      (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
        isAnswered = true;
      },
    );
    let isAnswered = false;
    request.on('error', (error) => isAnswered || reject(error));
    const iterator = pieces[Symbol.iterator]();
    function more() {
      const { done, value } = iterator.next();
      if (done || isAnswered) return request.end();
      if (request.write(value)) setImmediate(more);
      else request.once('drain', more);
    }
    more();
  });
}

const png = { name: 'a.png', type: 'image/png', bytes: samples.png };
const whole = multipart(png);
const head = whole.subarray(0, whole.indexOf(samples.png) + samples.png.length);
const zeros = Buffer.alloc(64 * 1024);
const boundary = '------boundary7d2k';
const field = (name: string, value: string) =>
  Buffer.from(`${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`);

function* endless(first: Buffer, bytes: number, piece = zeros) {
  yield first;
  for (let sent = 0; sent < bytes; sent += piece.length) yield piece;
}

/** Invalid uploads, for any endpoint. */
const odd: Record<string, () => Iterable<Buffer>> = {
  'two files': () => [multipart(png, { ...png, name: 'b.png' })],
  'a file in another field': () => [multipart({ ...png, field: 'other' })],
  'a field before the file': () => [field('a', 'b'), whole],
  'ten thousand fields': () => [...Array(10_000).fill(field('a', 'b')), whole],
  'a field without end': () => endless(field('a', 'b').subarray(0, -2), 30 * megabyte),
  'a header without end': () =>
    endless(
      Buffer.from(`${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\nx: `),
      30 * megabyte,
      Buffer.alloc(64 * 1024, 'x'),
    ),
  'ten thousand headers': () => [
    Buffer.from(`${boundary}\r\n${'x: y\r\n'.repeat(10_000)}`),
    whole.subarray(boundary.length + 2),
  ],
  'no end': () => [whole.subarray(0, -4)],
  nothing: () => [],
};

describe.each(serviceDatabases)('on %s', (dialect) => {
  test('every way to upload a file is covered', async () => {
    const { uploadEndpoints } = await uploadEndpointsOf(dialect);
    const routes = Object.values(api).flatMap((table) => Object.values<Route>(table));
    expect(new Set(uploadEndpoints.map((one) => one.endpoint))).toEqual(
      new Set(routes.filter(takesFile).map(endpoint)),
    );
  });

  test('a file that never ends is refused everywhere while it arrives, and the disk never exceeds the limit [CHECK-54]', async () => {
    const { uploadEndpoints, port, lies } = await uploadEndpointsOf(dialect);
    for (const { most, path, headers, endpoint, as } of uploadEndpoints) {
      let highest = 0;
      const watch = setInterval(async () => {
        highest = Math.max(highest, await lies());
      }, 5);
      const status = await send(port, endpoint, await path(), headers, endless(head, most + 30 * megabyte));
      clearInterval(watch);
      expect(status, `${endpoint} of ${as}`).toBe(413);
      expect(highest, `${endpoint} of ${as}`).toBeLessThanOrEqual(most);
      await eventually(async () => expect(await lies()).toBe(0));
    }
  });

  test.each(Object.entries(odd))(
    '%s is refused everywhere and leaves nothing behind [CHECK-54]',
    async (_, pieces) => {
      const { uploadEndpoints, port, url, lies } = await uploadEndpointsOf(dialect);
      for (const one of uploadEndpoints) {
        const status = await send(port, one.endpoint, await one.path(), one.headers, pieces());
        expect([400, 413, 415], `${one.endpoint} of ${one.as}`).toContain(status);
        await eventually(async () => expect(await lies()).toBe(0));
      }
      expect((await fetch(`${url}/healthz`)).status).toBe(200);
    },
  );
});
