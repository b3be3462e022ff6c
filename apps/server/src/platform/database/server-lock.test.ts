import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { lockDataDir } from './server-lock.ts';

test('one server at a time has a data folder, and the next one may have it afterwards', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'polylogue-lock-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const { release } = lockDataDir(dataDir);
  expect(() => lockDataDir(dataDir)).toThrow(
    `Another Polylogue server is using ${dataDir}. Stop it, or set DATA_DIR to another folder.`,
  );
  release();
  lockDataDir(dataDir).release();
});
