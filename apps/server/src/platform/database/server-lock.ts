import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { UnusableError } from './unusable.ts';

export const lockName = 'server.lock';

/**
 * Reserves a data folder with an embedded database for one server; throws an UnusableError if another one has it. The
 * system releases the lock with the process, however it ends; SQLite knows how to lock a file on every system.
 */
export function lockDataDir(dataDir: string): { release(): void } {
  const path = join(dataDir, lockName);
  // Created before SQLite does, whose error would not say why it cannot be.
  closeSync(openSync(path, 'a', 0o600));
  const file = new DatabaseSync(path, { timeout: 0 });
  try {
    // Nothing is ever written, so it needs no journal.
    file.exec('pragma journal_mode = memory; begin exclusive');
  } catch {
    file.close();
    throw new UnusableError(
      `Another Polylogue server is using ${dataDir}. Stop it, or set DATA_DIR to another folder.`,
    );
  }
  return { release: () => file.close() };
}
