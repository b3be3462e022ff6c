import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
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
