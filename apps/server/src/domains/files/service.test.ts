import { describe, expect, onTestFinished, test } from 'vitest';
import { type Blobs, blobs } from '../../platform/files/blobs.ts';
import { renderer } from '../../platform/images/renderer.ts';
import { freshDatabase } from '../../testing/databases.ts';
import { freshStore, type Kind, stores } from '../../testing/object-stores.ts';
import { pictures } from '../../testing/pictures.ts';
import { memberLimits, visitorLimits } from './policy.ts';
import { fileService } from './service.ts';
import { type FileStore, fileStore } from './store.ts';

const hour = 60 * 60 * 1000;
const day = 24 * hour;

async function service(
  kind: Kind,
  changed: { blobs?: Partial<Blobs>; store?: Partial<FileStore>; allBytes?: number; now?: () => number } = {},
) {
  const database = await freshDatabase('sqlite');
  const now = changed.now ?? Date.now;
  const { folder, store: objects, ...place } = await freshStore(kind);
  const draw = renderer();
  onTestFinished(() => draw.close());
  const warnings: string[] = [];
  const disk = { ...(await blobs(folder, ['thumbnail'], { store: objects })), ...changed.blobs };
  const store = { ...fileStore(database.db), ...changed.store };
  const files = fileService({
    database,
    blobs: disk,
    store,
    renderer: draw,
    visitorLimits: { ...visitorLimits, ...(changed.allBytes && { allBytes: changed.allBytes }) },
    memberLimits,
    lock: async () => true,
    origin: () => 'http://polylogue.test',
    now,
    warn: (message) => warnings.push(message),
  });
  return { ...place, files, store, disk, warnings, db: database.db };
}

const visitor = { address: 'a' };

function note(...chunks: (string | Error)[]) {
  return {
    name: 'note.txt',
    declaredType: 'text/plain',
    announced: undefined,
    isConnected: () => true,
    bytes: (async function* () {
      for (const chunk of chunks) {
        if (chunk instanceof Error) throw chunk;
        yield Buffer.from(chunk);
      }
    })(),
  };
}

const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });

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

describe.each(stores)('in %s', (kind) => {
  test('what other nodes store for visitors and remove counts after the next sweep', async () => {
    const { files, store } = await service(kind, { allBytes: 8 });
    const { url } = await files.upload(note('Hello'), visitor);
    const record = await store.find(new URL(url).pathname.slice('/files/'.length));
    if (!record) throw new Error('It was not stored.');
    await expect(files.upload(note('Hello'), visitor)).rejects.toMatchObject({ refusal: 'no-room' });
    await store.remove(record.id);
    await files.sweep();
    await files.upload(note('Hello'), visitor);
    await store.add(record);
    await files.sweep();
    await expect(files.upload(note('Hi'), visitor)).rejects.toMatchObject({ refusal: 'no-room' });
  });

  test('a full disk leads to a sentence and leaves no partial file [FAULT-14]', async () => {
    const { files, lie } = await service(kind, { blobs: { take: () => Promise.reject(full) } });
    await expect(files.upload(note('Hello'), visitor)).rejects.toMatchObject({
      refusal: 'no-room',
      status: 507,
    });
    expect(await lie()).toEqual([]);
  });

  test('bytes are removed if their record cannot be written', async () => {
    const { files, lie } = await service(kind, { store: { add: () => Promise.reject(full) } });
    await expect(files.upload(note('Hello'), visitor)).rejects.toMatchObject({ refusal: 'no-room' });
    expect(await lie()).toEqual([]);
  });

  test('a sender that breaks off halfway leaves no file', async () => {
    const { files, lie } = await service(kind);
    await expect(files.upload(note('Hel', new Error('gone')), visitor)).rejects.toThrow('gone');
    expect(await lie()).toEqual([]);
  });

  test('a character split across packets is still text', async () => {
    const { files } = await service(kind);
    const letters = Buffer.from('世');
    const incoming = {
      ...note(),
      bytes: (async function* () {
        for (const byte of letters) yield Buffer.from([byte]);
      })(),
    };
    await expect(files.upload(incoming, visitor)).resolves.toMatchObject({ size: 3 });
  });

  test('starting removes what has expired meanwhile, and what an earlier process left unfinished', async () => {
    let time = Date.now();
    const { files, lie, place, db } = await service(kind, { now: () => time });
    await files.upload(note('old'), visitor);
    time += day;
    const { url } = await files.upload(note('new'), visitor);
    const age = (name: string, ms: number) => place(name, time - ms);
    const kept = new URL(url).pathname.slice('/files/'.length);
    await age(`${'a'.repeat(32)}-raw.part`, 2 * hour);
    await age(`${kept}-raw.part`, 2 * hour);
    await age('b'.repeat(32), 8 * day);
    await age(`${'b'.repeat(32)}-thumbnail`, 8 * day);
    // A week is enough time to notice that it is the wrong database.
    await age('c'.repeat(32), 6 * day);

    await files.begin();
    await files.tidy();

    expect((await lie()).sort()).toEqual([kept, 'c'.repeat(32)].sort());
    expect(await db.selectFrom('files').select('name').execute()).toEqual([{ name: 'note.txt' }]);
  });

  test('sweeping spares an upload that is still in progress', async () => {
    const { files, lie, place } = await service(kind);
    await place(`${'a'.repeat(32)}-raw.part`, Date.now());
    await files.sweep();
    await files.tidy();
    expect(await lie()).toHaveLength(1);
  });

  test('a record without bytes is logged and left alone: it may be the wrong disk', async () => {
    const { files, lose, store, warnings } = await service(kind);
    const { url } = await files.upload(note('Hello'), visitor);
    const id = new URL(url).pathname.slice('/files/'.length);
    await lose(id);
    await files.tidy();
    expect(warnings).toEqual([
      '1 uploads have a record but no content: is DATA_DIR or S3_BUCKET the right one?',
    ]);
    expect(await store.find(id)).toMatchObject({ id });
    await expect(files.download.read(id)).rejects.toMatchObject({ refusal: 'not-found' });
  });

  test('wherever storing a picture fails, no record is without bytes, and the sweep leaves no bytes without a record [R4] [FAULT-4]', async () => {
    const picture = await pictures.jpeg();
    for (let at = 1, isThrough = false; !isThrough; at += 1) {
      let time = Date.now();
      const { mayFail, steps } = failing(at);
      const { files, lie, db, disk, store } = await service(kind, { now: () => time });
      const take = disk.take;
      disk.take = mayFail(async (bytes) => {
        const draft = await take(bytes);
        return { ...draft, storeRendered: mayFail(draft.storeRendered), drop: mayFail(draft.drop) };
      });
      disk.find = mayFail(disk.find);
      disk.remove = mayFail(disk.remove);
      store.add = mayFail(store.add);
      store.remove = mayFail(store.remove);

      const upload = await files
        .upload({ ...note(), name: 'a.jpg', declaredType: 'image/jpeg', bytes: once(picture) }, visitor)
        .catch(() => null);
      const rows = await db.selectFrom('files').select('id').execute();
      expect(rows).toHaveLength(upload ? 1 : 0);
      for (const { id } of rows) expect(await lie()).toEqual(expect.arrayContaining([id, `${id}-thumbnail`]));

      // A day later it has expired; eight days later everything left over is old enough.
      time += day;
      await files.sweep().catch(() => {});
      isThrough = steps() < at;
      await files.sweep();
      time += 8 * day;
      await files.tidy();
      expect(await db.selectFrom('files').select('id').execute()).toEqual([]);
      expect(await lie()).toEqual([]);
      if (at > 20) expect.fail('It never comes through.');
    }
  });
});

async function* once(bytes: Buffer) {
  yield bytes;
}
