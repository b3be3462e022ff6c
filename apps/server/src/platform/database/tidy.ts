import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Worker } from 'node:worker_threads';

/** A larger file would keep everybody waiting for too long: a megabyte takes six milliseconds (bytes). */
const mostRewritten = 256 * 1024 * 1024;

/**
 * Leaves nothing of deleted rows in the file and its log. SQLite zeroes what is freed, but not what it leaves between
 * the rows of a page when it moves them, so the file is written anew; from `mostRewritten` on, only the log is.
 * Nobody else may write meanwhile.
 */
export async function tidyFile(path: string, most = mostRewritten): Promise<void> {
  const { size } = await stat(path);
  const workerData = { path, folder: dirname(path), isWhole: size <= most };
  const thread = new Worker(new URL('./tidy-thread.ts', import.meta.url), { workerData });
  await once(thread, 'exit');
}
