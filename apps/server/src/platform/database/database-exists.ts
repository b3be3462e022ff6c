import { lstat, stat } from 'node:fs/promises';
import { ifMissing } from '../files/if-missing.ts';
import { UnusableError } from './unusable.ts';

/**
 * Whether the database file exists. Throws an UnusableError if something else is there: opening it would fail without
 * a readable message, and opening a pipe would hang.
 */
export async function databaseExists(path: string): Promise<boolean> {
  const found = await lstat(path).catch(ifMissing);
  if (!found) return false;
  const led = found.isSymbolicLink() ? await stat(path).catch(() => undefined) : found;
  if (led?.isFile()) return true;
  const what = led ? (led.isDirectory() ? 'a folder' : 'not an ordinary file') : 'a link that leads nowhere';
  throw new UnusableError(
    `${path} is ${what} and cannot be the database. Move it away, or set DATA_DIR to another folder.`,
  );
}
