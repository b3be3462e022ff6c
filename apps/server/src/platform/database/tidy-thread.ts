import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';

/** The thread in which `tidyFile` works. */
const { path, folder, isWhole }: { path: string; folder: string; isWhole: boolean } = workerData;

// Queries wait meanwhile: for a backup that reads the file, they would wait too long.
using file = new DatabaseSync(path, { timeout: 200 });
// In a container, there may be no room for large files elsewhere.
file.exec(`pragma temp_store_directory = '${folder.replaceAll("'", "''")}'`);

/** Whether the log could be emptied: nobody is reading from it. */
const emptyLog = () => file.prepare('pragma wal_checkpoint(truncate)').get()?.busy === 0;

function tidy(): boolean {
  if (!emptyLog()) return false;
  if (isWhole) file.exec('vacuum');
  return !isWhole || emptyLog();
}

parentPort?.postMessage(tidy());
