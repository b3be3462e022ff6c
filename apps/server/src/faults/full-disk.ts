import { execFile } from 'node:child_process';
import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Fault } from './fault.ts';
import { serverProcess } from './server-process.ts';
import { writers } from './writers.ts';

const run = promisify(execFile);

export const fullDisk: Fault = {
  name: 'full-disk',
  says: 'on a full disk people are answered 507 or 503, nothing acknowledged is lost, and all is well when there is room again',
  async run(say) {
    const server = await serverProcess();
    const disk = join(server.folder, 'disk');
    await mkdir(disk);
    try {
      await run('mount', ['-t', 'tmpfs', '-o', 'size=24m', 'tmpfs', disk]);
    } catch {
      await server.remove();
      return { skipped: 'a small disk can only be mounted on Linux, as root' };
    }
    const ballast = join(disk, 'ballast');
    try {
      await server.start({ DATA_DIR: disk });
      const crowd = writers(server.url, 20);
      await crowd.more(50);
      await fill(ballast);
      await crowd.refusedMore(40);
      if (!server.isAlive()) throw new Error('The server died of a full disk.');
      await rm(ballast);
      await crowd.more(50);
      await crowd.stop();

      const odd = [...crowd.refused.keys()].filter((status) => ![503, 507].includes(status));
      if (odd.length > 0) throw new Error(`On a full disk people were answered ${odd.join(', ')}.`);
      const lost = await crowd.lost();
      if (lost.length > 0) throw new Error(`${lost.length} uploads are gone, as ${lost[0]?.url}.`);
      await server.end('SIGTERM');
      await server.start({ DATA_DIR: disk });
      const said = [...crowd.refused].map(([status, times]) => `${times} × ${status}`).join(', ');
      say(`${crowd.acknowledged()} uploads around a full disk acknowledged, 0 lost; refused ${said}`);
    } finally {
      await server.end('SIGKILL');
      await run('umount', [disk]);
      await server.remove();
    }
    return undefined;
  },
};

/** Writes until there is no room left at all. */
async function fill(path: string) {
  const file = await open(path, 'w');
  for (const size of [65_536, 1_024, 1]) {
    const piece = Buffer.alloc(size);
    while (await file.appendFile(piece).then(isDone, isFull));
  }
  await file.close();
}

const isDone = () => true;

function isFull(error: NodeJS.ErrnoException) {
  if (error.code !== 'ENOSPC') throw error;
  return false;
}
