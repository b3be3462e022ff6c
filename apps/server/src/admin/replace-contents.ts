import { lstat, readdir, readFile, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { replaced } from '../platform/database/backup.ts';
import { databaseFile, interruptedRestore } from '../platform/database/database.ts';
import { databaseExists } from '../platform/database/database-exists.ts';
import { lockName } from '../platform/database/server-lock.ts';
import { UnusableError } from '../platform/database/unusable.ts';
import { ofTheDisk } from '../platform/files/copy-folder.ts';
import { ifMissing } from '../platform/files/if-missing.ts';
import { makeFolder } from '../platform/files/make-folder.ts';
import { syncPath } from '../platform/files/sync-path.ts';
import { CommandError } from './command.ts';

/** Also says what was done since the backup. */
const logName = 'admin.log';
const untouched = new Set([replaced, 'compile-cache', 'web-assets', ofTheDisk, lockName, logName]);

/**
 * Replaces a data folder's contents with those that `fill` puts into the new folder it is given. The old ones stay in
 * use until the new ones are complete; returns where they are then, inside the folder, which also works for a mounted
 * disk.
 */
export async function replaceContents<Result>(
  dataDir: string,
  now: number,
  fill: (ready: string) => Promise<Result>,
): Promise<{ result: Result; aside: string | undefined }> {
  const ready = join(dataDir, replaced, 'unfinished');
  const aside = join(dataDir, replaced, new Date(now).toISOString().slice(0, 19).replaceAll(':', ''));
  const marker = join(dataDir, interruptedRestore);
  await mustBeOfThisDisk(dataDir);
  const before = await leftByInterrupted(dataDir);
  const kept = () => withoutEmpty(before === undefined ? [aside] : [before, aside]);
  try {
    // Left by an interrupted restore.
    await rm(ready, { recursive: true, force: true });
    await makeFolder(aside);
    // Otherwise the database is still where the interrupted restore put it.
    if (before === undefined) await writeFile(marker, aside, { flush: true });
    await syncPath(join(dataDir, replaced));
    const result = await fill(ready);
    await swap(dataDir, aside, ready);
    await rm(marker);
    return { result, aside: (await kept()).join(' and ') || undefined };
  } catch (error) {
    const parts = await kept();
    if (parts.length === 0) await rm(marker, { force: true });
    if (error instanceof UnusableError) throw error;
    const where =
      parts.length === 0
        ? 'The data is as it was.'
        : `Part of the data is in ${parts.join(' and ')}: restore again, or move it back to ${dataDir}, before you start the server.`;
    throw new CommandError(`The backup could not be restored (${(error as Error).message}). ${where}`);
  } finally {
    await rm(ready, { recursive: true, force: true }).catch(() => {});
    // Fails unless it is empty.
    await rmdir(aside).catch(() => {});
  }
}

/** What lies on a larger disk would come back on this one. */
async function mustBeOfThisDisk(dataDir: string): Promise<void> {
  const { dev } = await stat(dataDir);
  for (const name of (await readdir(dataDir)).filter((name) => !untouched.has(name))) {
    const found = await lstat(join(dataDir, name));
    if (found.dev === dev && !found.isSymbolicLink()) continue;
    throw new CommandError(
      `${join(dataDir, name)} is a link or a disk of its own, which a restore cannot fill. Restore into a new folder with room for everything: set DATA_DIR to it, for this command and then for the server.`,
    );
  }
}

/** The folder that holds the database since a restore was interrupted while it moved files. */
async function leftByInterrupted(dataDir: string): Promise<string | undefined> {
  if (await databaseExists(join(dataDir, databaseFile))) return undefined;
  return readFile(join(dataDir, interruptedRestore), 'utf8').catch(ifMissing);
}

async function withoutEmpty(folders: readonly string[]): Promise<string[]> {
  const found = folders.map(async (folder) => ({ folder, names: await readdir(folder).catch(() => []) }));
  return (await Promise.all(found)).filter(({ names }) => names.length > 0).map(({ folder }) => folder);
}

async function swap(dataDir: string, aside: string, ready: string): Promise<void> {
  const present = await readdir(dataDir);
  const old = present.filter((name) => !untouched.has(name));
  const fresh = (await readdir(ready)).filter((name) => name !== logName || !present.includes(name));
  // While this is interrupted, there is no database, and no server starts.
  await move(old.sort(databaseFirst), dataDir, aside);
  try {
    await syncPath(aside);
    await move(fresh.sort(databaseFirst).reverse(), ready, dataDir);
  } catch (error) {
    await move(old, aside, dataDir);
    throw error;
  }
  await syncPath(dataDir);
}

const databaseFirst = (one: string, other: string) =>
  Number(other === databaseFile) - Number(one === databaseFile);

/** Moves these from one folder to another; if one cannot be moved, they are back where they were. */
async function move(names: readonly string[], from: string, to: string): Promise<void> {
  const moved: string[] = [];
  try {
    for (const name of names) {
      await rename(join(from, name), join(to, name));
      moved.push(name);
    }
  } catch (error) {
    for (const name of moved) await rename(join(to, name), join(from, name));
    throw error;
  }
}
