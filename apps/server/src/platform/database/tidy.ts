import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { mustHaveRoom, realDisk } from '../files/disk.ts';

/** A larger file would block all queries for too long: a megabyte takes six milliseconds (bytes). */
const maxRewritten = 256 * 1024 * 1024;

/**
 * Removes all traces of deleted rows from the file and its log. SQLite zeroes freed space, but not the copies it leaves
 * when it moves rows within a page, so the whole file is rewritten; above `maxRewritten`, only the log is. There must be
 * no other writer meanwhile. False if it cannot be done now, since another process reads the file.
 */
export async function tidyFile(path: string, most = maxRewritten): Promise<boolean> {
  const { size } = await stat(path);
  // While it is rewritten, the content exists twice, and once more in the log.
  if (size <= most) await mustHaveRoom(dirname(path), realDisk, 2 * size);
  const workerData = { path, folder: dirname(path), isWhole: size <= most };
  const thread = new Worker(new URL('./tidy-thread.ts', import.meta.url), { workerData });
  const [[isDone]] = await Promise.all([once(thread, 'message'), once(thread, 'exit')]);
  return isDone;
}
