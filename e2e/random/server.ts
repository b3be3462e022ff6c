import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, waitUntilReady } from '../start-server.ts';

const root = join(import.meta.dirname, '../..');

export interface KillableServer {
  url: string;
  isRunning(): boolean;
  /** Kills it without warning, and starts it again on the same data. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** The real server on a data folder of its own. */
export async function killableServer(): Promise<KillableServer> {
  execFileSync(process.execPath, ['apps/web/build.ts', '--if-stale'], { cwd: root, stdio: 'inherit' });
  const data = mkdtempSync(join(tmpdir(), 'polylogue-random-'));
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const env = { ...process.env, PORT: String(port), DATA_DIR: data, CHALLENGE: 'off', TRUST_PROXY: '1' };
  let child: ChildProcess;

  const isRunning = () => child.exitCode === null && child.signalCode === null;

  async function start() {
    child = spawn(process.execPath, ['apps/server/src/main.ts'], {
      cwd: root,
      env: { ...env, LOG_LEVEL: 'fatal' },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    await waitUntilReady(child, `${url}/readyz`);
  }
  async function kill() {
    if (!isRunning()) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await ended;
  }
  async function stop() {
    await kill();
    rmSync(data, { recursive: true, force: true });
  }

  try {
    await start();
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    url,
    isRunning,
    async restart() {
      await kill();
      await start();
    },
    stop,
  };
}
