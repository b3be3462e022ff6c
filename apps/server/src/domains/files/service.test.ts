import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type Blobs, blobs } from '../../platform/files/blobs.ts';
import { renderer } from '../../platform/images/renderer.ts';
import { freshDatabase } from '../../testing/databases.ts';
import { pictures } from '../../testing/pictures.ts';
import { memberLimits, visitorLimits } from './policy.ts';
import { fileService } from './service.ts';
import { type FileStore, fileStore } from './store.ts';

const hour = 60 * 60 * 1000;
const day = 24 * hour;

async function service(
  changed: { blobs?: Partial<Blobs>; store?: Partial<FileStore>; now?: () => number } = {},
) {
  const database = await freshDatabase('sqlite');
  const now = changed.now ?? Date.now;
  const folder = await mkdtemp(join(tmpdir(), 'polylogue-files-'));
  const draw = renderer();
  onTestFinished(async () => {
    await draw.close();
    await rm(folder, { recursive: true, force: true });
  });
  const said: string[] = [];
  const disk = { ...(await blobs(folder, ['thumbnail'])), ...changed.blobs };
  const store = { ...fileStore(database.db), ...changed.store };
  const files = fileService({
    database,
    blobs: disk,
    store,
    renderer: draw,
    visitorLimits,
    memberLimits,
    lock: async () => true,
    origin: () => 'http://polylogue.test',
    now,
    warn: (message) => said.push(message),
  });
  return { folder, files, store, disk, said, db: database.db };
}

const visitor = { address: 'a' };

function note(...chunks: (string | Error)[]) {
  return {
    name: 'note.txt',
    declaredType: 'text/plain',
    announced: undefined,
    isAwaited: () => true,
    bytes: (async function* () {
      for (const chunk of chunks) {
        if (chunk instanceof Error) throw chunk;
        yield Buffer.from(chunk);
      }
    })(),
  };
}

const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });

test('a full disk leads to a sentence and leaves no partial file', async () => {
  const { files, folder } = await service({ blobs: { take: () => Promise.reject(full) } });
  await expect(files.keep(note('Hello'), visitor)).rejects.toMatchObject({ refusal: 'no-room', status: 507 });
  expect(await readdir(folder)).toEqual([]);
});

test('bytes are removed if their record cannot be written', async () => {
  const { files, folder } = await service({ store: { add: () => Promise.reject(full) } });
  await expect(files.keep(note('Hello'), visitor)).rejects.toMatchObject({ refusal: 'no-room' });
  expect(await readdir(folder)).toEqual([]);
});

test('a sender that breaks off halfway leaves no file', async () => {
  const { files, folder } = await service();
  await expect(files.keep(note('Hel', new Error('gone')), visitor)).rejects.toThrow('gone');
  expect(await readdir(folder)).toEqual([]);
});

test('a character split across packets is still text', async () => {
  const { files } = await service();
  const letters = Buffer.from('世');
  const incoming = {
    ...note(),
    bytes: (async function* () {
      for (const byte of letters) yield Buffer.from([byte]);
    })(),
  };
  await expect(files.keep(incoming, visitor)).resolves.toMatchObject({ size: 3 });
});

test('starting removes what has expired meanwhile, and what an earlier process left unfinished', async () => {
  let time = Date.now();
  const { files, folder, db } = await service({ now: () => time });
  await files.keep(note('old'), visitor);
  time += day;
  const { url } = await files.keep(note('new'), visitor);
  const age = async (name: string, ms: number) => {
    await writeFile(join(folder, name), 'of an earlier process');
    await utimes(join(folder, name), (time - ms) / 1000, (time - ms) / 1000);
  };
  const kept = new URL(url).pathname.slice('/files/'.length);
  await age(`${'a'.repeat(32)}-raw.part`, 2 * hour);
  await age(`${kept}-raw.part`, 2 * hour);
  await age('b'.repeat(32), 8 * day);
  await age(`${'b'.repeat(32)}-thumbnail`, 8 * day);
  // A week is enough time to notice that it is the wrong database.
  await age('c'.repeat(32), 6 * day);

  await files.begin();
  await files.tidy();

  expect((await readdir(folder)).sort()).toEqual([kept, 'c'.repeat(32)].sort());
  expect(await db.selectFrom('files').select('name').execute()).toEqual([{ name: 'note.txt' }]);
});

test('sweeping spares an upload that is still in progress', async () => {
  const { files, folder } = await service();
  await writeFile(join(folder, `${'a'.repeat(32)}-raw.part`), 'half');
  await files.sweep();
  await files.tidy();
  expect(await readdir(folder)).toHaveLength(1);
});

test('a record without bytes is logged and left alone: it may be the wrong disk', async () => {
  const { files, folder, store, said } = await service();
  const { url } = await files.keep(note('Hello'), visitor);
  const id = new URL(url).pathname.slice('/files/'.length);
  await rm(join(folder, id));
  await files.tidy();
  expect(said).toEqual(['1 uploads have a record but no content: is DATA_DIR the right one?']);
  expect(await store.find(id)).toMatchObject({ id });
  await expect(files.read(id)).rejects.toMatchObject({ refusal: 'not-found' });
});

/** A disk and a database whose n-th step fails, and every later one while `isDown`. */
function failing(at: number) {
  let step = 0;
  const mayFail =
    <Ask extends unknown[], Answer>(work: (...ask: Ask) => Promise<Answer>) =>
    async (...ask: Ask): Promise<Answer> => {
      step += 1;
      if (step === at) throw Object.assign(new Error('The disk is gone.'), { code: 'EIO' });
      return work(...ask);
    };
  return { mayFail, steps: () => step };
}

test('wherever storing a picture fails, no record is without bytes, and the sweep leaves no bytes without a record [R4]', async () => {
  const picture = await pictures.jpeg();
  for (let at = 1, isThrough = false; !isThrough; at += 1) {
    let time = Date.now();
    const { mayFail, steps } = failing(at);
    const { files, folder, db, disk, store } = await service({ now: () => time });
    const take = disk.take;
    disk.take = mayFail(async (bytes) => {
      const draft = await take(bytes);
      return { ...draft, keepRendered: mayFail(draft.keepRendered), drop: mayFail(draft.drop) };
    });
    disk.find = mayFail(disk.find);
    disk.remove = mayFail(disk.remove);
    store.add = mayFail(store.add);
    store.remove = mayFail(store.remove);

    const upload = await files
      .keep({ ...note(), name: 'a.jpg', declaredType: 'image/jpeg', bytes: once(picture) }, visitor)
      .catch(() => null);
    const rows = await db.selectFrom('files').select('id').execute();
    expect(rows).toHaveLength(upload ? 1 : 0);
    for (const { id } of rows)
      expect(await readdir(folder)).toEqual(expect.arrayContaining([id, `${id}-thumbnail`]));

    // A day later it has expired; eight days later everything left over is old enough.
    time += day;
    await files.sweep().catch(() => {});
    isThrough = steps() < at;
    await files.sweep();
    time += 8 * day;
    await files.tidy();
    expect(await db.selectFrom('files').select('id').execute()).toEqual([]);
    expect(await readdir(folder)).toEqual([]);
    if (at > 20) expect.fail('It never comes through.');
  }
});

async function* once(bytes: Buffer) {
  yield bytes;
}
