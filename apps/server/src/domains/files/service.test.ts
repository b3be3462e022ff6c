import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type Blobs, blobs } from '../../platform/files/blobs.ts';
import { freshDatabase } from '../../testing/databases.ts';
import { leash } from './policy.ts';
import { fileService } from './service.ts';
import { type FileStore, fileStore } from './store.ts';

const day = 24 * 60 * 60 * 1000;

async function service(
  changed: { blobs?: Partial<Blobs>; store?: Partial<FileStore>; now?: () => number } = {},
) {
  const { db } = await freshDatabase('sqlite');
  const now = changed.now ?? Date.now;
  const folder = await mkdtemp(join(tmpdir(), 'polylogue-files-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return {
    folder,
    files: fileService({
      blobs: { ...(await blobs(folder)), ...changed.blobs },
      store: { ...fileStore(db, now), ...changed.store },
      leash,
      origin: () => 'http://polylogue.test',
      now,
    }),
  };
}

function note(...chunks: (string | Error)[]) {
  return {
    name: 'note.txt',
    declaredType: 'text/plain',
    announced: undefined,
    bytes: (async function* () {
      for (const chunk of chunks) {
        if (chunk instanceof Error) throw chunk;
        yield Buffer.from(chunk);
      }
    })(),
  };
}

const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });

test('a full disk ends in a sentence, and in no half file', async () => {
  const { files, folder } = await service({ blobs: { write: () => Promise.reject(full) } });
  await expect(files.keep(note('Hello'), 'a')).rejects.toMatchObject({ refusal: 'no-room', status: 507 });
  expect(await readdir(folder)).toEqual([]);
});

test('bytes whose record cannot be written do not stay', async () => {
  const { files, folder } = await service({ store: { add: () => Promise.reject(full) } });
  await expect(files.keep(note('Hello'), 'a')).rejects.toMatchObject({ refusal: 'no-room' });
  expect(await readdir(folder)).toEqual([]);
});

test('a sender that breaks off in the middle leaves no file', async () => {
  const { files, folder } = await service();
  await expect(files.keep(note('Hel', new Error('gone')), 'a')).rejects.toThrow('gone');
  expect(await readdir(folder)).toEqual([]);
});

test('a letter cut in two by the network is still text', async () => {
  const { files } = await service();
  const letters = Buffer.from('世');
  const incoming = {
    ...note(),
    bytes: (async function* () {
      for (const byte of letters) yield Buffer.from([byte]);
    })(),
  };
  await expect(files.keep(incoming, 'a')).resolves.toMatchObject({ size: 3 });
});

test('starting sweeps what expired meanwhile, and what an earlier process left half done', async () => {
  let time = Date.now();
  const { files, folder } = await service({ now: () => time });
  await files.keep(note('old'), 'a');
  time += day;
  await files.keep(note('new'), 'a');
  await writeFile(join(folder, `${'a'.repeat(32)}.part`), 'half');
  await writeFile(join(folder, 'b'.repeat(32)), 'no record');
  await utimes(join(folder, `${'a'.repeat(32)}.part`), time / 1000 - 7200, time / 1000 - 7200);
  await utimes(join(folder, 'b'.repeat(32)), time / 1000 - 7200, time / 1000 - 7200);

  await files.begin();

  expect(await readdir(folder)).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/)]);
});

test('sweeping leaves an upload alone that is still on its way', async () => {
  const { files, folder } = await service();
  await writeFile(join(folder, `${'a'.repeat(32)}.part`), 'half');
  await files.sweep();
  expect(await readdir(folder)).toHaveLength(1);
});
