import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { blobs } from './blobs.ts';

const gigabyte = 1024 ** 3;

test('an upload that would fill the disk while it arrives is refused, and leaves nothing', async () => {
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
  const { take } = await blobs(folder, [], disk);
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
    const { take } = await blobs(folder, [], disk);
    const taking = take(hello()).then(
      () => true,
      (error) => error.code !== 'ENOSPC' && error,
    );
    expect(await taking).toBe(isTaken);
    expect(await readdir(folder)).toHaveLength(isTaken ? 1 : 0);
  },
);
