import { lstat, mkdir, open, readdir, realpath, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { backup as copyPages, DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { copyDurably, copyFolder, sizeOfFolder } from '../files/copy-folder.ts';
import { type Disk, isFull, mustHaveRoom, mustKeepFree, realDisk, reserveOf } from '../files/disk.ts';
import { ifMissing } from '../files/if-missing.ts';
import { makeFolder } from '../files/make-folder.ts';
import { syncPath } from '../files/sync-path.ts';
import { databaseFile, indexFile } from './database.ts';
import { databaseExists } from './database-exists.ts';
import { historyName } from './history.ts';
import { isFromBefore, newerStep } from './migrate.ts';
import { carriedOverBy } from './schema/schema.ts';
import { lockName } from './server-lock.ts';
import { UnusableError } from './unusable.ts';

/** The contents of a backup. */
export interface Backup {
  users: number;
  /** The number of uploads, and how many of them were removed during the backup. */
  files: number;
  missing: number;
}

/** The folder in the data folder in which a restore keeps the previous contents; not part of a backup. */
export const replaced = 'replaced';

/** A file of SQLite, and those it keeps beside it. */
function withLog(name: string): string[] {
  return [name, `${name}-wal`, `${name}-shm`];
}

/** Recreated automatically, or copied separately. */
const recreated = new Set(['compile-cache', 'web-assets', lockName, replaced, ...withLog(indexFile)]);
const notCopied = new Set([...recreated, ...withLog(databaseFile)]);

/**
 * Copies everything in `dataDir` to the new folder `target` while a server uses it: first the database as of one
 * instant, then the rest. Run it in a separate process, since checking the copy blocks it. Throws a readable
 * UnusableError, and then leaves nothing behind.
 */
export async function backup(dataDir: string, target: string, disk: Disk = realDisk): Promise<Backup> {
  const path = join(dataDir, databaseFile);
  if (!(await databaseExists(path))) throw new UnusableError(`There is no database at ${path}.`);
  mustBeOutside(resolve(dataDir), resolve(target));
  const place = await placeOf(target);
  mustBeOutside(await realpath(dataDir), place.final);

  const { unfinished } = place;
  await begin(place);
  try {
    await mustFit(dataDir, place, disk);
    await copyDatabase(path, join(unfinished, databaseFile));
    // After the database, so that every upload it knows is there; later uploads are swept after a restore.
    await copyFolder(dataDir, unfinished, notCopied);
    const found = await checkBackup(unfinished);
    await rename(unfinished, place.final);
    await syncPath(place.above);
    return found;
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw isFull(error) || isFullToSqlite(error) ? noRoom(place) : error;
  }
}

const isFullToSqlite = (error: unknown) => (error as { errcode?: number }).errcode === 13;

function mustBeOutside(dataDir: string, target: string) {
  if (relative(dataDir, target).startsWith('..')) return;
  throw new UnusableError('A backup inside the data folder would be lost with it. Choose another folder.');
}

/** Where a backup goes: under the first name until it is complete, then under the other. */
interface Place {
  above: string;
  unfinished: string;
  final: string;
}

/** Throws an UnusableError unless a new folder can be created there. */
async function placeOf(target: string): Promise<Place> {
  const path = resolve(target);
  const above = await realpath(dirname(path)).catch(() => undefined);
  if (above === undefined) {
    throw new UnusableError(`There is no folder ${dirname(path)}. Create it first, or choose another one.`);
  }
  if (!(await stat(above)).isDirectory()) {
    throw new UnusableError(`${dirname(path)} is not a folder. Choose another place for the backup.`);
  }
  const final = join(above, basename(path));
  const isTaken = await lstat(final).then(
    () => true,
    () => false,
  );
  if (isTaken) throw new UnusableError(`${target} already exists. Choose a new folder.`);
  return { above, unfinished: `${final}.part`, final };
}

async function begin({ above, unfinished }: Place) {
  try {
    // Left by an interrupted backup.
    await rm(unfinished, { recursive: true, force: true });
    await mkdir(unfinished, { mode: 0o700 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new UnusableError(
      `No folder can be created in ${above} (${code}). Choose another place for the backup, or run this as a user who may write there.`,
    );
  }
}

/** Reports a lack of disk space before the disk is full; on the server's own disk, a reserve stays free. */
async function mustFit(dataDir: string, { unfinished }: Place, disk: Disk) {
  const size = await sizeOfFolder(dataDir, recreated);
  const isServersDisk = (await stat(dataDir)).dev === (await stat(unfinished)).dev;
  await mustKeepFree(unfinished, size + (isServersDisk ? await reserveOf(unfinished, disk) : 0), disk);
}

function noRoom({ above }: Place): UnusableError {
  return new UnusableError(
    `There is not enough disk space for the backup in ${above}. Free some, or choose another place.`,
  );
}

/** Reads a whole backup. Throws a readable UnusableError if this version cannot restore it. */
export async function checkBackup(folder: string): Promise<Backup> {
  const path = join(folder, databaseFile);
  const isFile = await stat(path).then(
    (found) => found.isFile(),
    () => false,
  );
  if (!isFile) throw new UnusableError(`${folder} is not a backup: there is no ${databaseFile} in it.`);
  // A copy of a data folder, after a power cut: what is only in the log would be left out.
  if ((await stat(`${path}-wal`).catch(ifMissing))?.size) {
    throw new UnusableError(
      `${folder} is a copy of a data folder whose newest changes are still in ${databaseFile}-wal. Start a server with DATA_DIR=${folder} once, stop it, and try again.`,
    );
  }
  const stored = new Set(await readdir(join(folder, 'files')).catch(() => []));
  try {
    // Otherwise SQLite creates files beside it, which fails on a read-only disk.
    const unchanging = Object.assign(pathToFileURL(path), { search: '?immutable=1' });
    using file = new DatabaseSync(unchanging, { readOnly: true });
    const wrong = [
      ...file
        .prepare('pragma integrity_check')
        .all()
        .map((row) => row.integrity_check),
    ];
    const dangling = file.prepare('pragma foreign_key_check').all();
    if (wrong[0] !== 'ok' || dangling.length > 0) throw new Error(`${wrong[0]}, ${dangling.length} dangling`);
    const steps = file
      .prepare('select name from migrations')
      .all()
      .map(({ name }) => String(name));
    const newer = newerStep(steps);
    if (newer) throw new UnusableError(`${folder} was made by a newer version of Polylogue (${newer}).`);
    if (isFromBefore(steps)) {
      throw new UnusableError(
        `${folder} is from before the first release. Restore it with commit ${carriedOverBy}, start that once, and make a new backup.`,
      );
    }
    const ids = file.prepare('select id from files').all();
    return {
      users: Number(file.prepare('select count(*) as n from users').get()?.n),
      files: ids.length,
      missing: ids.filter(({ id }) => !stored.has(String(id))).length,
    };
  } catch (error) {
    if (error instanceof UnusableError) throw error;
    throw new UnusableError(`The backup in ${folder} is damaged (${(error as Error).message}).`);
  }
}

/**
 * Restores a backup into `dataDir`, which must not contain a database: the caller moves an old one away first, with
 * the server stopped.
 */
export async function restoreBackup(folder: string, dataDir: string, disk: Disk = realDisk): Promise<Backup> {
  const path = join(dataDir, databaseFile);
  if (await databaseExists(path)) {
    throw new UnusableError(
      `There is already a database in ${dataDir}. Stop the server, move ${dataDir} away, and restore again.`,
    );
  }
  const found = await checkBackup(folder);
  await makeFolder(dataDir);
  await mustHaveRoom(dataDir, disk, await sizeOfFolder(folder, recreated)).catch(noRoomToRestore);
  await copyFolder(folder, dataDir, notCopied).catch(noRoomToRestore);
  // Last, and under its own name only once it is complete: after an interruption, start the restore again.
  await copyDurably(join(folder, databaseFile), `${path}.part`).catch(noRoomToRestore);
  removeHistory(`${path}.part`);
  await syncPath(`${path}.part`);
  await rename(`${path}.part`, path);
  await syncPath(dataDir);
  return found;
}

function noRoomToRestore(error: unknown): never {
  if (!isFull(error)) throw error;
  throw new UnusableError(
    'There is not enough disk space to restore the backup. Free some, then restore again.',
  );
}

/** The server makes another one: browsers then know that this database may lack what they hold. */
function removeHistory(path: string) {
  using database = new DatabaseSync(path);
  database.prepare('delete from secrets where name = ?').run(historyName);
}

/** Copies all pages in one step, on a thread of Node's pool: in pieces, it would start over at every write. */
async function copyDatabase(path: string, target: string) {
  // Created first, so that no other user can read it.
  await (await open(target, 'wx', 0o600)).close();
  using source = new DatabaseSync(path, { readOnly: true, timeout: 5_000 });
  await copyPages(source, target, { rate: 2 ** 31 - 1 });
  await syncPath(target);
}
