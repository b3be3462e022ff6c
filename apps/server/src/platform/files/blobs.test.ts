import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { describe, expect, onTestFinished, test } from 'vitest';
import { freshStore, stores } from '../../testing/object-stores.ts';
import { type Blobs, blobs } from './blobs.ts';

const gigabyte = 1024 ** 3;

test('an upload that would fill the disk while it arrives is refused, and leaves nothing [CHECK-54]', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'polylogue-blobs-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const reserve = 50 * 1024 * 1024;
  const piece = 64 * 1024;
  let free = reserve + 1024 * 1024;
  let least = free;
  const disk = async () => ({ bsize: 1, bavail: free, blocks: 20 * reserve });
  async function* tooMuch() {
    for (let pieces = 0; pieces < 100; pieces += 1) {
      yield Buffer.alloc(piece);
      // A piece is written by the time the next one is requested.
      free -= piece;
      least = Math.min(least, free);
    }
  }
  const { take } = await blobs(folder, [], { disk });
  await expect(take(tooMuch())).rejects.toMatchObject({ code: 'ENOSPC' });
  expect(await readdir(folder)).toEqual([]);
  expect(reserve - least).toBeLessThan(512 * 1024);
});

async function* hello() {
  yield Buffer.from('Hello');
}

test.each([
  ['511 MB free of 100 GB', 511 / 1024, 100, false],
  ['513 MB free of 100 GB', 513 / 1024, 100, true],
  ['40 MB free of 1 GB', 40 / 1024, 1, false],
  ['60 MB free of 1 GB', 60 / 1024, 1, true],
  ['a disk that does not say', 0, 0, true],
])(
  'an upload that would fill the disk is refused, so that the database has room: %s',
  async (_, free, all, isTaken) => {
    const folder = await mkdtemp(join(tmpdir(), 'polylogue-blobs-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const disk = async () => ({
      bsize: 4096,
      bavail: (free * gigabyte) / 4096,
      blocks: (all * gigabyte) / 4096,
    });
    const { take } = await blobs(folder, [], { disk });
    const taking = take(hello()).then(
      () => true,
      (error) => error.code !== 'ENOSPC' && error,
    );
    expect(await taking).toBe(isTaken);
    expect(await readdir(folder)).toHaveLength(isTaken ? 1 : 0);
  },
);

describe.each(stores)('in %s', (kind) => {
  async function idsOf(found: ReturnType<Blobs['stored']>) {
    const ids: string[] = [];
    for await (const some of found) ids.push(...some.map(({ id }) => id));
    return ids;
  }

  test('what is stored is read in whole or in part, until it is removed', async () => {
    const { folder, store, lie } = await freshStore(kind);
    const { take, find, remove } = await blobs(folder, ['thumbnail'], { store });
    const draft = await take(hello());
    await writeFile(draft.pathOf('thumbnail'), 'small');
    await writeFile(draft.pathOf(''), 'Hello again');
    await draft.storeRendered(['thumbnail', '']);
    expect((await lie()).sort()).toEqual([draft.id, `${draft.id}-thumbnail`]);

    const found = await find(draft.id);
    const read = async (...range: Parameters<NonNullable<typeof found>['open']>) =>
      found && String(await buffer(await found.open(...range)));
    expect(found?.size).toBe(11);
    expect(await read()).toBe('Hello again');
    expect(await read({ start: 6, end: 8 })).toBe('aga');
    expect(await read({ start: 10, end: 10 })).toBe('n');
    expect((await find(draft.id, 'thumbnail'))?.size).toBe(5);

    await remove(draft.id);
    await remove(draft.id);
    expect(await find(draft.id)).toBeUndefined();
    expect(await lie()).toEqual([]);
    await expect(found?.open()).rejects.toMatchObject({ code: 'ENOENT' });
  });

  test('a draft is not in the store, and a dropped one is nowhere', async () => {
    const { folder, store, lie } = await freshStore(kind);
    const { take, find, drafts, stored } = await blobs(folder, [], { store });
    const [kept, dropped, draft] = [await take(hello()), await take(hello()), await take(hello())];
    await kept.store();
    await dropped.store();
    await dropped.drop();
    expect(await find(draft.id)).toBeUndefined();
    expect(await idsOf(drafts())).toEqual([draft.id]);
    expect(await idsOf(stored())).toEqual([kept.id]);
    await draft.drop();
    expect(await lie()).toEqual([kept.id]);
  });

  test('everything is listed, however much there is, and files with other names are left alone', async () => {
    const { folder, store, lie, place } = await freshStore(kind);
    const { stored } = await blobs(folder, [], { store });
    const ids = Array.from({ length: 7 }, (_, number) => String(number).repeat(32));
    for (const id of ids) await place(id, Date.parse('2026-01-02T03:04:05Z'));
    await place('notes.txt', 0);
    expect((await idsOf(stored())).sort()).toEqual(ids);
    for await (const some of stored()) {
      for (const one of some) {
        expect(await one.writtenAt()).toBe(Date.parse('2026-01-02T03:04:05Z'));
        await one.remove();
      }
    }
    expect(await lie()).toEqual(['notes.txt']);
  });
});
