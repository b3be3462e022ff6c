import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { explain } from './platform/database/faults.ts';
import { RefusedError } from './platform/http/refuse.ts';
import { startFailure } from './start-failure.ts';
import { oddPaths } from './testing/odd-paths.ts';
import { startServer } from './testing/server.ts';

// main.test.ts shows that the process prints such a sentence and nothing else, and ends with code 1.

test('an address that this computer does not have is reported in a sentence', async () => {
  const server = createServer().listen(0, '192.0.2.1');
  onTestFinished(() => void server.close());
  const error = await new Promise((resolve) => server.once('error', resolve));
  expect(startFailure(error)).toBe(
    'This computer has no address 192.0.2.1 to listen on. Set HOST to one it has, such as 0.0.0.0.',
  );
});

async function failing(put: (dataDir: string) => void): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'polylogue-start-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const dataDir = join(folder, 'data');
  await mkdir(dataDir);
  put(dataDir);
  return startServer({ env: { DATA_DIR: dataDir } }).then(
    () => 'It started.',
    (error: unknown) => startFailure(error),
  );
}

test.each(['a folder', 'a link that leads nowhere'])(
  '%s in place of the database is reported in one sentence',
  async (what) => {
    expect(await failing((dataDir) => oddPaths[what]?.(join(dataDir, 'polylogue.db')))).toMatch(
      /^\/.*\/polylogue\.db is a (folder|link)[^\n]*DATA_DIR to another folder\.$/,
    );
  },
);

test.each(['files', 'images'])(
  'a link that leads nowhere in place of DATA_DIR/%s is reported in one sentence',
  async (name) => {
    expect(await failing((dataDir) => oddPaths['a link that leads nowhere']?.(join(dataDir, name)))).toMatch(
      /^\/[^\n]* cannot be written \(EEXIST\)\. Set DATA_DIR to a folder [^\n]*\.$/,
    );
  },
);

test.each([
  ['the database', new RefusedError('no-room', 'The server has no storage left for this.')],
  ['a folder', Object.assign(new Error('no space left'), { code: 'ENOSPC', path: '/data/files' })],
])('a disk without room for %s is no reason to restore a backup or to move', (_, error) => {
  expect(startFailure(error)).toBe(
    'The disk of DATA_DIR is full. Free some room, then start again; what is stored is as it was.',
  );
});

test('a PostgreSQL without room is not called DATA_DIR', () => {
  const error = Object.assign(new Error('could not extend file'), { code: '53100' });
  expect(startFailure(explain(error, 'querying'))).toBe(
    'The disk of PostgreSQL is full. Free some room, then start again; what is stored is as it was.',
  );
});
