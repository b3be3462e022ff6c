import { existsSync } from 'node:fs';
import { mkdtemp, open, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { unzipped } from '../../testing/unzip.ts';
import { writeZip, type ZipEntry } from './zip.ts';

async function folder() {
  const path = await mkdtemp(join(tmpdir(), 'polylogue-zip-'));
  onTestFinished(() => rm(path, { recursive: true, force: true }));
  return path;
}

/** Opens a file on this disk. */
const file = (path: string) => async () => (await open(path)).createReadStream();

async function* pages(...entries: ZipEntry[]) {
  for (const entry of entries) yield [entry];
}

const quiet = { signal: new AbortController().signal, leftFree: 0, onProgress: () => {} };

test('texts and files come out of a zip as they went in', async () => {
  const dir = await folder();
  const path = join(dir, 'copy.zip');
  const large = Buffer.alloc(3_000_000, 'a picture ');
  await writeFile(join(dir, 'picture'), large);
  await writeFile(join(dir, 'empty'), '');
  const progress: number[] = [];
  const size = await writeZip({
    ...quiet,
    path,
    entries: pages(
      { name: 'README.txt', text: 'Grüße' },
      { name: 'files/ein Bild.png', open: file(join(dir, 'picture')) },
      { name: 'files/notes.txt', open: file(join(dir, 'picture')) },
      { name: 'files/empty.txt', open: file(join(dir, 'empty')) },
    ),
    onProgress: (bytes) => progress.push(bytes),
  });
  expect(size).toBe((await stat(path)).size);
  // Text is compressed; what is already compressed is not.
  expect(size).toBeGreaterThan(large.length);
  expect(size).toBeLessThan(large.length * 1.1);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  const { 'files/ein Bild.png': picture, 'files/notes.txt': notes, ...others } = await unzipped(path);
  // Byte by byte, `toEqual` would take seconds.
  expect([picture?.equals(large), notes?.equals(large)]).toEqual([true, true]);
  expect(others).toEqual({ 'README.txt': Buffer.from('Grüße'), 'files/empty.txt': Buffer.alloc(0) });
  expect(progress.at(0)).toBeGreaterThan(0);
});

test('a text that comes in pieces is one file', async () => {
  const dir = await folder();
  const path = join(dir, 'copy.zip');
  const piece = 'Ein langer Text. '.repeat(100_000);
  async function* entries(): AsyncGenerator<ZipEntry[]> {
    yield [{ name: 'a.json', text: '[' }];
    for (let at = 0; at < 8; at += 1) yield [{ more: piece }];
    yield [{ more: ']' }, { name: 'b.txt', text: '' }, { name: 'c.txt', text: 'c' }];
  }
  const progress: number[] = [];
  await writeZip({ ...quiet, path, entries: entries(), onProgress: (bytes) => progress.push(bytes) });
  const { 'a.json': long, ...others } = await unzipped(path);
  expect(long?.length).toBe(8 * piece.length + 2);
  expect(long?.subarray(-3).toString()).toBe('. ]');
  expect(others).toEqual({ 'b.txt': Buffer.alloc(0), 'c.txt': Buffer.from('c') });
  expect(progress.length).toBeGreaterThan(1);
});

test('a file that no longer exists is left out', async () => {
  const dir = await folder();
  const path = join(dir, 'copy.zip');
  await writeZip({
    ...quiet,
    path,
    entries: pages({ name: 'a.txt', open: file(join(dir, 'gone')) }, { name: 'b.txt', text: 'b' }),
  });
  expect(await unzipped(path)).toEqual({ 'b.txt': Buffer.from('b') });
});

test('a zip that would use too much of the disk fails as on a full one, and leaves nothing behind', async () => {
  const dir = await folder();
  const path = join(dir, 'copy.zip');
  await writeFile(join(dir, 'picture'), Buffer.alloc(1_000_000, 'x'));
  const many = Array.from({ length: 3 }, (_, at) => ({
    name: `${at}.png`,
    open: file(join(dir, 'picture')),
  }));
  const leftFree = Number.MAX_SAFE_INTEGER;
  await expect(writeZip({ ...quiet, path, entries: pages(...many), leftFree })).rejects.toMatchObject({
    code: 'ENOSPC',
  });
  expect(existsSync(path)).toBe(false);
  await writeZip({ ...quiet, path, entries: pages(...many) });
});

test('aborting leaves nothing behind, whenever it happens', async () => {
  const dir = await folder();
  const path = join(dir, 'copy.zip');
  const stop = new AbortController();
  async function* endless() {
    for (let count = 0; ; count += 1) {
      yield [{ name: `${count}.txt`, text: 'x'.repeat(10_000) }];
      if (count === 20) stop.abort(new Error('enough'));
    }
  }
  const writing = writeZip({ ...quiet, path, entries: endless(), signal: stop.signal });
  await expect(writing).rejects.toThrow('enough');
  expect(existsSync(path)).toBe(false);
  await expect(writeZip({ ...quiet, path, entries: endless(), signal: stop.signal })).rejects.toThrow(
    'enough',
  );
});

test('an error while reading or reporting progress ends it with that error, and nothing is left behind', async () => {
  const dir = await folder();
  const path = join(dir, 'copy.zip');
  async function* broken(): AsyncGenerator<ZipEntry[]> {
    yield [{ name: 'a.txt', text: 'a' }];
    throw new Error('no answer');
  }
  await expect(writeZip({ ...quiet, path, entries: broken() })).rejects.toThrow('no answer');
  // A folder is not a file.
  await expect(writeZip({ ...quiet, path, entries: pages({ name: 'a', open: file(dir) }) })).rejects.toThrow(
    'EISDIR',
  );
  const nowhere = join(dir, 'none', 'copy.zip');
  await expect(
    writeZip({ ...quiet, path: nowhere, entries: pages({ name: 'a', text: 'a' }) }),
  ).rejects.toThrow('ENOENT');
  expect(existsSync(path)).toBe(false);
});
