import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../testing/free-port.ts';

const ours = join(import.meta.dirname, '../../../..');

/** The real server as a separate process; port and data folder stay the same through restarts. */
export async function serverProcess(env: Record<string, string> = {}, { root = ours } = {}) {
  execFileSync(process.execPath, ['apps/web/build.ts', '--if-stale'], { cwd: ours, stdio: 'ignore' });
  const folder = await mkdtemp(join(tmpdir(), 'polylogue-fault-'));
  const port = await freePort();
  const url = `http://localhost:${port}`;
  let child: ChildProcess | undefined;

  return {
    url,
    folder,
    /** Starts the server; returns how long it took to become ready (milliseconds). */
    async start(more: Record<string, string> = {}): Promise<number> {
      const began = performance.now();
      const started = spawn(process.execPath, ['apps/server/src/main.ts'], {
        cwd: root,
        env: {
          ...process.env,
          PORT: String(port),
          DATA_DIR: folder,
          TRUST_PROXY: '1',
          LOG_LEVEL: 'fatal',
          ...env,
          ...more,
        },
        // Warnings about so many callers would bury the result.
        stdio: 'ignore',
      });
      child = started;
      while (performance.now() - began < 30_000) {
        const ended = started.exitCode ?? started.signalCode;
        if (ended !== null) throw new Error(`The server ended with ${ended}.`);
        if ((await fetch(`${url}/readyz`).catch(() => null))?.ok) return performance.now() - began;
        await wait(20);
      }
      throw new Error('The server was not ready within 30 seconds.');
    },
    isAlive: () => child?.exitCode === null && child.signalCode === null,
    async end(signal: 'SIGKILL' | 'SIGTERM') {
      if (!child || child.exitCode !== null || child.signalCode !== null) return;
      const ended = new Promise((resolve) => child?.once('exit', resolve));
      child.kill(signal);
      await ended;
    },
    async remove() {
      await this.end('SIGKILL');
      await rm(folder, { recursive: true, force: true });
    },
  };
}
