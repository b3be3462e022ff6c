import { mkdir, mkdtemp, readdir, readFile, readlink, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../platform/database/database.ts';
import { replaceContents } from './replace-contents.ts';

test('if something cannot be moved, everything is back where it was', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'polylogue-replaced-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  for (const name of ['a', 'b']) await writeFile(join(dataDir, name), 'old');
  // Stays where it is, and is in the way of a file.
  await mkdir(join(dataDir, 'compile-cache'));
  const replacing = replaceContents(dataDir, 0, async (ready) => {
    await mkdir(ready);
    for (const name of ['a', 'compile-cache']) await writeFile(join(ready, name), 'new');
  });
  await expect(replacing).rejects.toThrow(
    /^The backup could not be restored \(EISDIR.*The data is as it was\.$/,
  );
  expect(await readdir(dataDir, { recursive: true })).toEqual(['a', 'b', 'compile-cache', 'replaced']);
});

test('what the system keeps on a disk that is all of the data folder stays there', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'polylogue-replaced-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  await mkdir(join(dataDir, 'lost+found'));
  const { aside } = await replaceContents(dataDir, 0, async (ready) => void (await mkdir(ready)));
  expect(aside).toBeUndefined();
  expect(await readdir(dataDir)).toEqual(['lost+found', 'replaced']);
});

test('uploads on a larger disk are not restored onto this one', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'polylogue-replaced-'));
  const larger = await mkdtemp(join(tmpdir(), 'polylogue-larger-'));
  for (const folder of [dataDir, larger]) {
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
  }
  await symlink(larger, join(dataDir, 'files'));
  await expect(replaceContents(dataDir, 0, async (ready) => void (await mkdir(ready)))).rejects.toThrow(
    `${join(dataDir, 'files')} is a link or a disk of its own, which a restore cannot fill. Restore into a new folder`,
  );
  expect(await readdir(dataDir)).toEqual(['files']);
  expect(await readlink(join(dataDir, 'files'))).toBe(larger);
});

test('after a restore that was killed while it moved the data, no server starts empty, whatever became of the next one [FAULT-24]', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'polylogue-replaced-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const aside = join(dataDir, 'replaced', '1970-01-01T000000');
  await mkdir(aside, { recursive: true });
  await writeFile(join(aside, 'polylogue.db'), 'old');
  await writeFile(join(dataDir, 'replaced', 'interrupted'), aside);
  const refused = `A restore into ${dataDir} was interrupted. Run it again before you start the server; the previous data is in ${aside}.`;
  await expect(openDatabase({ dataDir })).rejects.toThrow(refused);

  const failing = replaceContents(dataDir, 1_000, () => Promise.reject(new Error('EIO')));
  await expect(failing).rejects.toThrow(
    `The backup could not be restored (EIO). Part of the data is in ${aside}: restore again, or move it back to ${dataDir}, before you start the server.`,
  );
  await expect(openDatabase({ dataDir })).rejects.toThrow(refused);
  expect(await readdir(dataDir)).toEqual(['replaced']);

  const restored = await replaceContents(dataDir, 2_000, async (ready) => {
    await mkdir(ready);
    await writeFile(join(ready, 'polylogue.db'), '');
  });
  expect(restored.aside).toBe(aside);
  await (await openDatabase({ dataDir })).close();
  expect(await readdir(join(dataDir, 'replaced'))).toEqual(['1970-01-01T000000']);
});

test('where the data goes is on record before the first file is moved [FAULT-24]', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'polylogue-replaced-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  await writeFile(join(dataDir, 'polylogue.db'), 'old');
  const aside = join(dataDir, 'replaced', '1970-01-01T000000');
  // In the way of the first file.
  await mkdir(join(aside, 'polylogue.db'), { recursive: true });
  const replacing = replaceContents(dataDir, 0, async (ready) => void (await mkdir(ready)));
  await expect(replacing).rejects.toThrow('EISDIR');
  expect(await readFile(join(dataDir, 'replaced', 'interrupted'), 'utf8')).toBe(aside);
});
