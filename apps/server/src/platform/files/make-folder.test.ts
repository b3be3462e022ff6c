import { mkdtemp, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { makeFolder } from './make-folder.ts';

async function place() {
  const path = await mkdtemp(join(tmpdir(), 'polylogue-folder-'));
  onTestFinished(() => rm(path, { recursive: true, force: true }));
  return path;
}

test('a folder is created with its parents, for its owner alone, and once', async () => {
  const path = join(await place(), 'a/b/c');
  await Promise.all([1, 2, 3].map(() => makeFolder(path)));
  await makeFolder(path);
  expect((await stat(path)).mode & 0o777).toBe(0o700);
  expect((await stat(join(path, '..'))).mode & 0o777).toBe(0o700);
});

test('a link to a folder counts as one', async () => {
  const folder = await place();
  await symlink(folder, join(folder, 'link'));
  await makeFolder(join(folder, 'link'));
  await makeFolder(join(folder, 'link/a'));
  expect((await stat(join(folder, 'a'))).isDirectory()).toBe(true);
});

test('where a folder cannot be created, the error comes immediately and names the place', async () => {
  const folder = await place();
  await writeFile(join(folder, 'file'), '');
  await symlink('/nowhere/at-all', join(folder, 'lost'));
  for (const [path, code] of [
    ['file', 'EEXIST'],
    ['file/a/b', 'ENOTDIR'],
    ['lost', 'EEXIST'],
    ['lost/a', 'EEXIST'],
  ] as const) {
    await expect(makeFolder(join(folder, path))).rejects.toMatchObject({ code, path: expect.any(String) });
  }
});

test.skipIf(process.platform !== 'linux')(
  'a file system that supports no folders does not cause a loop',
  async () => {
    await expect(makeFolder('/proc/polylogue/data')).rejects.toMatchObject({ code: 'ENOENT' });
  },
);
