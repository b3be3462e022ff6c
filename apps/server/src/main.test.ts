import { type ChildProcess, spawn } from 'node:child_process';
import { chmod, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openDatabase } from './platform/database/database.ts';
import { freshPlace } from './testing/databases.ts';
import { oddPaths } from './testing/odd-paths.ts';

/** The real process with little more than `env` as its environment; optionally under a shell, as with npm. */
async function start(env: Record<string, string | undefined> = {}, isUnderShell = false, streams = '') {
  const folder = await mkdtemp(join(tmpdir(), 'polylogue-main-'));
  const main = [process.execPath, join(import.meta.dirname, 'main.ts')] as const;
  // The second command keeps the shell from becoming the server itself.
  const shell = ['sh', '-c', `"${main.join('" "')}" ${streams}; exit`] as const;
  const [command, ...args] = isUnderShell ? shell : main;
  const child = spawn(command, args, {
    cwd: folder,
    env: { PORT: '0', NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = { out: '', err: '' };
  for (const [name, stream] of [
    ['out', child.stdout],
    ['err', child.stderr],
  ] as const) {
    createInterface(stream).on('line', (line) => {
      // Caused by a busy machine, not by what the test is about.
      if (!/event loop delayed|overloaded/.test(line)) output[name] += `${line}\n`;
    });
  }
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
    await rm(folder, { recursive: true, force: true });
  });
  return { child, output, ended, folder };
}

async function listening(run: { child: ChildProcess; output: { out: string } }): Promise<string> {
  return await vi.waitFor(
    () => {
      const url = /Open (http:\S+) in a browser/.exec(run.output.out)?.[1];
      if (!url) throw new Error('not listening yet');
      return url;
    },
    { timeout: 50_000 },
  );
}

test('started by npm, its first lines are for people, whatever is logged, and it ends when npm and its shell have ended', async () => {
  const run = await start({ LOG_LEVEL: 'info', npm_lifecycle_event: 'start' }, true, '2>&1');
  const url = await listening(run);
  await vi.waitFor(() => expect(run.output.out).toContain('Server listening'), { timeout: 20_000 });
  const kinds = run.output.out.split('\n').map((line) => (line.startsWith('{') ? 'log' : 'words'));
  expect(kinds.slice(0, 4)).toEqual(['words', 'words', 'words', 'words']);
  run.child.kill('SIGTERM');
  // The output is only closed once the server under the shell has ended too.
  await run.ended;
  await expect(fetch(`${url}/healthz`)).rejects.toThrow();
}, 60_000);

test('it stores compiled code and uploads in the data folder', async () => {
  const run = await start({ DATA_DIR: 'elsewhere', NODE_COMPILE_CACHE: undefined });
  const url = await listening(run);
  const form = new FormData();
  form.append('file', new File(['Hello'], 'note.txt', { type: 'text/plain' }));
  const answer = await fetch(`${url}/api/upload`, { method: 'POST', body: form });
  const stored = (await answer.json()) as { url: string };

  expect(stored.url.startsWith(`${url}/files/`)).toBe(true);
  expect(await (await fetch(stored.url)).text()).toBe('Hello');
  const names = await readdir(join(run.folder, 'elsewhere'));
  // Copied in the background.
  expect(names.filter((name) => name !== 'web-assets').sort()).toEqual([
    'compile-cache',
    'files',
    'images',
    'polylogue.db',
    'polylogue.db-shm',
    'polylogue.db-wal',
    'server.lock',
  ]);
  expect(await readdir(join(run.folder, 'elsewhere/compile-cache'))).not.toEqual([]);
}, 60_000);

test('a second server on the same data folder is refused and touches nothing in it; after a kill the next says where to go, answers there, and exits cleanly on SIGTERM', async () => {
  const first = await start();
  await listening(first);
  const dataDir = join(first.folder, 'data');
  // An upload that the first server is receiving.
  await writeFile(join(dataDir, 'files', `${'0f'.repeat(16)}.part`), 'Hel');

  const { output, ended } = await start({ DATA_DIR: dataDir });
  expect(await ended).toBe(1);
  expect(output).toEqual({
    out: '',
    err: `Another Polylogue server is using ${dataDir}. Stop it, or set DATA_DIR to another folder.\n`,
  });
  expect(await readdir(join(dataDir, 'files'))).toEqual([`${'0f'.repeat(16)}.part`]);

  first.child.kill('SIGKILL');
  await first.ended;
  await startsAndEnds(dataDir);
}, 60_000);

/** It prints where to go, what to do there and where mails go, answers there, and exits cleanly on SIGTERM. */
async function startsAndEnds(dataDir: string) {
  const run = await start({ DATA_DIR: dataDir });
  const url = await listening(run);
  expect((await fetch(`${url}/healthz`)).status).toBe(200);

  run.child.kill('SIGTERM');
  expect(await run.ended).toBe(0);
  expect(run.output.out).toBe(
    `Polylogue is running. Open ${url} in a browser.\nSign up, or try it without an account: connect a model there with your own key, or one that runs in Ollama.\nNo key at hand? Stop this with Ctrl-C and run: npm run demo\nEmails are written to ${join(dataDir, 'outbox')}; set SMTP_URL to send them.\n`,
  );
}

test('a port in use is reported in one plain sentence, and no waiting email is sent', async () => {
  const { dataDir } = await freshPlace('sqlite');
  const { db, close } = await openDatabase({ dataDir });
  onTestFinished(close);
  const job = { job_id: 'waiting', kind: 'mail', payload: '{}', due_at: 0, attempts: 0, created_at: 0 };
  await db.insertInto('jobs').values(job).execute();
  const other = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void other.close());
  await new Promise((resolve) => other.once('listening', resolve));
  const address = other.address();
  const port = typeof address === 'object' ? String(address?.port) : '';

  const { output, ended } = await start({ PORT: port, DATA_DIR: dataDir });
  expect(await ended).toBe(1);
  expect(output).toEqual({
    out: '',
    err: `Port ${port} is already in use. Stop the other program, or choose another port: PORT=3001 npm start\n`,
  });
  expect(await db.selectFrom('jobs').select('attempts').where('job_id', '=', 'waiting').execute()).toEqual([
    { attempts: 0 },
  ]);
}, 60_000);

test('an invalid variable is reported in a sentence, not a stack', async () => {
  const { output, ended } = await start({ PORT: 'http' });
  expect(await ended).toBe(1);
  expect(output).toEqual({ out: '', err: 'PORT is "http" but must be a port number from 0 to 65535.\n' });
}, 60_000);

test('a link that leads nowhere in place of DATA_DIR is reported in one sentence', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'polylogue-main-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const dataDir = join(folder, 'data');
  oddPaths['a link that leads nowhere']?.(dataDir);
  const { output, ended } = await start({ DATA_DIR: dataDir });
  expect(await ended).toBe(1);
  expect(output.err).toMatch(/^\/[^\n]* cannot be written \(EEXIST\)\. Set DATA_DIR to a folder [^\n]*\.\n$/);
}, 60_000);

test.skipIf(process.platform !== 'linux')(
  'a data folder where there can be none is reported at once, in a sentence',
  async () => {
    const { output, ended } = await start({ DATA_DIR: '/proc/polylogue' });
    expect(await ended).toBe(1);
    expect(output.err).toBe(
      '/proc/polylogue cannot be written (ENOENT). Set DATA_DIR to a folder this user may write to.\n',
    );
  },
  60_000,
);

test('a data folder that cannot be created is reported in a sentence', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'polylogue-main-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  // Even root cannot use a file where a folder should be.
  await writeFile(join(folder, 'taken'), '');
  await chmod(join(folder, 'taken'), 0o400);

  const { output, ended } = await start({ DATA_DIR: join(folder, 'taken/data') });
  expect(await ended).toBe(1);
  expect(output.err).toMatch(
    /^\/.*taken\/data.* cannot be written \(ENOTDIR\)\. Set DATA_DIR to a folder .*\.\n$/,
  );
}, 60_000);
