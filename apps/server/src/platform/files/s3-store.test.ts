import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { freshPlace } from '../../testing/databases.ts';
import { freePort } from '../../testing/free-port.ts';
import { s3Server } from '../../testing/s3.ts';
import type { S3Bucket } from './s3-requests.ts';
import { s3Store } from './s3-store.ts';

/** A store over a bucket, a file to put there, and the lines logged for the operator. */
async function withFile(changed: Partial<S3Bucket> = {}) {
  const server = await s3Server();
  const logged: string[] = [];
  const store = s3Store({
    ...server.bucket,
    ...changed,
    folder: 'files',
    log: (message) => void logged.push(message),
    timeout: 300,
  });
  const { dataDir } = await freshPlace('sqlite');
  const path = join(dataDir, 'note');
  await writeFile(path, 'Hello');
  return { server, store, logged, path, put: () => store.put([{ name: 'a', path }]), dataDir };
}

const refused = {
  refusal: 'not-ready',
  status: 503,
  message: 'Files are unavailable right now. Try again in a moment.',
};

test('a request to a store that is briefly busy is repeated, and no caller notices', async () => {
  const { server, store, logged, put } = await withFile();
  server.fail('busy', 2);
  await put();
  server.fail('busy', 2);
  expect((await store.find('a'))?.size).toBe(5);
  expect(logged).toEqual([]);
});

test('a file is removed from the disk only once it is in the store', async () => {
  const { server, put, dataDir } = await withFile();
  server.fail('busy');
  await expect(put()).rejects.toMatchObject(refused);
  expect(await readdir(dataDir)).toContain('note');
  expect(server.stored()).toEqual([]);
  server.recover();
  await put();
  expect(await readdir(dataDir)).not.toContain('note');
  expect(server.stored()).toEqual(['files/a']);
});

test.each<[string, Partial<S3Bucket>, string]>([
  [
    'with another secret',
    { secretAccessKey: 'another' },
    '403 SignatureDoesNotMatch: S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY do not allow it.',
  ],
  [
    'in a bucket that does not exist',
    { bucket: 'nowhere' },
    '404 NoSuchBucket: there is no bucket of the name in S3_BUCKET.',
  ],
])('%s everything is refused, and the log says why', async (_, changed, why) => {
  const { store, logged, put } = await withFile(changed);
  await expect(store.check()).rejects.toMatchObject(refused);
  await expect(put()).rejects.toMatchObject(refused);
  await expect(store.remove('a')).rejects.toMatchObject(refused);
  await expect(Readable.from(store.all()).toArray()).rejects.toMatchObject(refused);
  expect(logged.slice(1)).toEqual(
    ['PUT', 'DELETE', 'GET'].map((method) => `The file store answered ${method} with ${why}`),
  );
});

test('however often the server is asked whether it is ready, the store is asked once a second', async () => {
  const { server, store } = await withFile();
  await Promise.all(Array.from({ length: 20 }, () => store.check()));
  await store.check();
  expect(server.requests).toEqual(['HEAD /polylogue']);
});

test('a store that does not answer is given up', async () => {
  const { server, store, logged } = await withFile();
  server.fail('silent');
  await expect(store.find('a')).rejects.toMatchObject(refused);
  expect(logged).toEqual(['The file store at S3_ENDPOINT could not be reached (TimeoutError).']);
});

test('an unreachable store is refused with the same sentence', async () => {
  const { store, logged } = await withFile({ endpoint: `http://127.0.0.1:${await freePort()}` });
  await expect(store.check()).rejects.toMatchObject(refused);
  expect(logged).toEqual(['The file store at S3_ENDPOINT could not be reached (ECONNREFUSED).']);
});

test('half a file is never taken for a whole one', async () => {
  const { server, store, logged, put } = await withFile();
  await put();
  server.fail('breaks-off');
  const found = await store.find('a');
  await expect(found?.open().then(buffer)).rejects.toThrow();
  expect(logged).toEqual(['The file store broke off in the middle of a file.']);
});

test('a reader who stops is not a failure of the store', async () => {
  const { store, logged, put } = await withFile();
  await put();
  const bytes = await (await store.find('a'))?.open();
  const closed = new Promise((resolve) => bytes?.once('close', resolve));
  bytes?.destroy();
  await closed;
  expect(logged).toEqual([]);
});
