import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, waitUntilReady } from '../start-server.ts';
import { balancer } from './balancer.ts';

const root = join(import.meta.dirname, '../..');
/** A file that the earlier version does not have yet; update it with each release. */
const newcomer = 'apps/web/src/features/post/two-tabs.test.ts';

export const versions = ['older', 'newer'] as const;
export type Version = (typeof versions)[number];

/** A node of each version on one PostgreSQL and one data folder, behind one address. */
export async function twoVersions() {
  execFileSync(process.execPath, ['apps/web/build.ts', '--if-stale'], { cwd: root, stdio: 'inherit' });
  const earlier = await helper('apps/server/src/faults/earlier-version-process.ts', newcomer);
  const postgres = await helper('apps/server/src/testing/postgres-process.ts');
  const data = mkdtempSync(join(tmpdir(), 'polylogue-versions-'));
  const front = await freePort();
  const ports: Record<Version, number> = { older: await freePort(), newer: await freePort() };
  const nodes: Partial<Record<Version, ChildProcess>> = {};
  const url = `http://localhost:${front}`;
  const server = balancer(ports, 'newer').listen(front, 'localhost');

  async function start(version: Version) {
    const child = spawn(process.execPath, ['apps/server/src/main.ts'], {
      cwd: version === 'newer' ? root : earlier.said,
      env: {
        ...process.env,
        PORT: String(ports[version]),
        PUBLIC_URL: url,
        DATABASE_URL: postgres.said,
        DATA_DIR: data,
        CHALLENGE: 'off',
        TRUST_PROXY: '1',
        LOG_LEVEL: 'error',
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    nodes[version] = child;
    await waitUntilReady(child, `http://127.0.0.1:${ports[version]}/readyz`);
  }

  async function end(version: Version) {
    const child = nodes[version];
    if (!child || child.exitCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
  }

  return {
    url,
    start,
    /** Ends the earlier node; from then on the other one answers everybody. */
    async upgrade() {
      ports.older = ports.newer;
      await end('older');
    },
    async stop() {
      server.closeAllConnections();
      server.close();
      for (const version of versions) await end(version);
      await postgres.stop();
      await earlier.stop();
      rmSync(data, { recursive: true, force: true });
    },
  };
}

/** A process whose first line of output is what it is for. */
async function helper(...script: string[]) {
  const child = spawn(process.execPath, script, { cwd: root, stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  const said = await Promise.race([
    once(child.stdout, 'data').then(([line]) => String(line).trim()),
    ended.then(() => Promise.reject(new Error(`${script[0]} did not start.`))),
  ]);
  return {
    said,
    async stop() {
      child.stdin.end();
      await ended;
    },
  };
}

export type TwoVersions = Awaited<ReturnType<typeof twoVersions>>;
