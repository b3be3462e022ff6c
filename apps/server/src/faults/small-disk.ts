import { execFile } from 'node:child_process';
import { mkdir, open, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A disk of this size (bytes), in memory and mounted in the folder; undefined where none can be mounted. */
export async function smallDisk(folder: string, size: number) {
  const path = join(folder, 'disk');
  await mkdir(path);
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', path]);
  } catch {
    return undefined;
  }
  const ballast = join(path, 'ballast');

  async function free(): Promise<number> {
    const { bsize, bavail } = await statfs(path);
    return bsize * bavail;
  }

  return {
    path,
    ballast,
    free,
    /** Writes until at most this many bytes are free. */
    async fillUpTo(left: number) {
      const file = await open(ballast, 'a');
      for (const piece of [1024 * 1024, 65_536, 1_024, 1]) {
        const bytes = Buffer.alloc(piece);
        while ((await free()) - piece >= left && (await file.appendFile(bytes).then(isDone, isFull)));
      }
      await file.close();
    },
    unmount: () => run('umount', [path]),
  };
}

/** The reason for skipping a fault that needs a small disk. */
export const noSmallDisk = { skipped: 'a small disk can only be mounted on Linux, as root' };

const isDone = () => true;

function isFull(error: NodeJS.ErrnoException) {
  if (error.code !== 'ENOSPC') throw error;
  return false;
}
