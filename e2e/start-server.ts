import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const root = join(import.meta.dirname, '..');

/**
 * Builds the app when it is stale and serves it on a free port, with its own data folder and mail server, for all
 * tests. With DATABASE=postgres in the environment, also with its own PostgreSQL.
 */
export default async function startServer() {
  execFileSync(process.execPath, ['apps/web/build.ts', '--if-stale'], { cwd: root, stdio: 'inherit' });
  const data = mkdtempSync(join(tmpdir(), 'polylogue-e2e-'));
  const port = await freePort();
  const postgres = process.env.DATABASE === 'postgres' ? await startPostgres() : null;
  const mails = await helper('mail', { FOLDER: join(data, 'mails') });
  const server = spawn(process.execPath, ['apps/server/src/testing/app-process.ts'], {
    cwd: root,
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: data,
      LOG_LEVEL: 'warn',
      TRUST_PROXY: '1',
      SMTP_URL: `smtp://127.0.0.1:${mails.said}`,
      ...postgres?.env,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  // Workers are started after this and inherit it.
  process.env.BASE_URL = `http://localhost:${port}`;
  process.env.E2E_DATA_DIR = data;
  await waitUntilReady(server, `${process.env.BASE_URL}/readyz`);

  return async () => {
    const ended = new Promise((resolve) => server.once('exit', resolve));
    server.kill('SIGTERM');
    await ended;
    await mails.stop();
    await postgres?.stop();
    rmSync(data, { recursive: true, force: true });
  };
}

async function startPostgres() {
  const { said, stop } = await helper('postgres');
  return { env: { DATABASE_URL: said }, stop };
}

/** A process beside the server; the first line of its output is its address. */
async function helper(name: 'mail' | 'postgres', env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [`apps/server/src/testing/${name}-process.ts`], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const said = await new Promise<string>((resolve, reject) => {
    child.stdout.once('data', (line) => resolve(String(line).trim()));
    child.once('exit', () => reject(new Error(`${name}-process.ts did not start.`)));
  });
  return {
    said,
    async stop() {
      child.stdin.end();
      await ended;
    },
  };
}

export async function waitUntilReady(server: ChildProcess, url: string) {
  const giveUpAt = Date.now() + 30_000;
  while (Date.now() < giveUpAt) {
    if (server.exitCode !== null) throw new Error(`The server ended with code ${server.exitCode}.`);
    const answer = await fetch(url).catch(() => null);
    if (answer?.ok) return;
    await wait(50);
  }
  server.kill('SIGKILL');
  throw new Error('The server was not ready within 30 seconds.');
}

export function freePort(): Promise<number> {
  const probe = createServer();
  return new Promise((resolve, reject) => {
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => (typeof address === 'object' && address ? resolve(address.port) : reject()));
    });
  });
}
