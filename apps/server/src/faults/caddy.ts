import { spawn, spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/** Whether Caddy is installed on this computer. */
export const hasCaddy = () => spawnSync('caddy', ['version']).status === 0;

/** Caddy with this configuration, once it answers at `url`. */
export async function caddy(file: string, environment: Record<string, string>, url: string) {
  const folder = await mkdtemp(join(tmpdir(), 'polylogue-caddy-'));
  const child = spawn('caddy', ['run', '--config', file, '--adapter', 'caddyfile'], {
    env: { PATH: process.env.PATH, HOME: folder, ...environment },
    stdio: 'ignore',
  });
  const stop = async () => {
    child.kill('SIGKILL');
    await rm(folder, { recursive: true, force: true });
  };
  const giveUpAt = Date.now() + 10_000;
  while (!(await fetch(`${url}/healthz`).catch(() => null))?.ok) {
    if (child.exitCode === null && Date.now() < giveUpAt) {
      await wait(20);
      continue;
    }
    await stop();
    throw new Error('Caddy did not start with the Caddyfile.');
  }
  return { stop };
}
