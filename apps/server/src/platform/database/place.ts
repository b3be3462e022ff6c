import { lstat, stat } from 'node:fs/promises';
import { UnusableError } from './unusable.ts';

/**
 * Whether the file of the database is there. Throws an UnusableError when something is that can be none: opening it
 * would fail without a sentence, and never come back from a pipe.
 */
export async function isThere(path: string): Promise<boolean> {
  const found = await lstat(path).catch(ifMissing);
  if (!found) return false;
  const led = found.isSymbolicLink() ? await stat(path).catch(() => undefined) : found;
  if (led?.isFile()) return true;
  const what = led ? (led.isDirectory() ? 'a folder' : 'no ordinary file') : 'a link that leads nowhere';
  throw new UnusableError(
    `${path} is ${what} and cannot be the database. Move it away, or set DATA_DIR to another folder.`,
  );
}

function ifMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
