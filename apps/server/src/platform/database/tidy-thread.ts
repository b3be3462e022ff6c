import { DatabaseSync } from 'node:sqlite';
import { workerData } from 'node:worker_threads';

/** The thread in which `tidyFile` works. */
const { path, folder, isWhole }: { path: string; folder: string; isWhole: boolean } = workerData;

using file = new DatabaseSync(path, { timeout: 10_000 });
// In a container, there may be no room for large files elsewhere.
file.exec(`pragma temp_store_directory = '${folder.replaceAll("'", "''")}'`);
if (isWhole) file.exec('vacuum');
const { busy } = file.prepare('pragma wal_checkpoint(truncate)').get() as { busy: number };
if (busy === 1) throw new Error('The write-ahead log is still being read.');
