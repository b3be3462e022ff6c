import { statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

/**
 * Whether another process has the database file open. Leaving the write-ahead log needs exclusive access, so SQLite
 * itself knows; a process id in a file would be unreliable after a crash or from another container.
 */
export function isInUse(path: string): boolean {
  // No process works with a pipe, and opening one would block.
  if (!statSync(path).isFile()) return false;
  try {
    using file = new DatabaseSync(path, { timeout: 0 });
    file.exec('pragma journal_mode = delete');
    file.exec('pragma journal_mode = wal');
    return false;
  } catch (error) {
    // Damaged or missing: no process can be using it.
    return (error as { errcode?: number }).errcode === busy;
  }
}

const busy = 5;
