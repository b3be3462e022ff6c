import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { itself, mustHaveRoom } from '../files/disk.ts';

/** A larger file would keep everybody waiting for too long: a megabyte takes six milliseconds (bytes). */
const maxRewritten = 256 * 1024 * 1024;

/**
 * Leaves nothing of deleted rows in the file and its log. SQLite zeroes what is freed, but not what it leaves between
 * the rows of a page when it moves them, so the file is written anew; from `maxRewritten` on, only the log is.
 * Nobody else may write meanwhile.
 */
export async function tidyFile(path: string, most = maxRewritten): Promise<void> {
  const { size } = await stat(path);
  // Written anew it is there twice, and once more in the log.
  if (size <= most) await mustHaveRoom(dirname(path), itself, 2 * size);
  const workerData = { path, folder: dirname(path), isWhole: size <= most };
  const thread = new Worker(new URL('./tidy-thread.ts', import.meta.url), { workerData });
  await once(thread, 'exit');
}
