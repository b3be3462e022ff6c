import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
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

test('after a restore that was killed while it moved the data, no server starts empty, and a second one succeeds', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'polylogue-replaced-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  await mkdir(join(dataDir, 'replaced', 'unfinished'), { recursive: true });
  await writeFile(join(dataDir, 'replaced', 'unfinished', 'polylogue.db'), '');
  await expect(openDatabase({ dataDir })).rejects.toThrow(
    `A restore into ${dataDir} was interrupted. Run it again before you start the server.`,
  );
  expect(await readdir(dataDir)).toEqual(['replaced']);

  await replaceContents(dataDir, 0, async (ready) => {
    await mkdir(ready);
    await writeFile(join(ready, 'polylogue.db'), '');
  });
  await (await openDatabase({ dataDir })).close();
});
