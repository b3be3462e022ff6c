import { copyFile, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { backup as copyPages, DatabaseSync } from 'node:sqlite';
import { fileName } from './database.ts';
import { migrations } from './migrations/all.ts';
import { UnusableError } from './unusable.ts';

/** What a backup holds. */
export interface Backup {
  users: number;
  /** Uploads, and how many of them were removed while the backup was being made. */
  files: number;
  missing: number;
}

/** The folder in the data folder where a restore keeps what was there before; no part of a backup. */
export const replaced = 'replaced';

/** Made again by itself, or copied in its own way. */
const left = new Set(['compile-cache', replaced, fileName, `${fileName}-wal`, `${fileName}-shm`]);

/**
 * Copies everything in `dataDir` to the new folder `target`, while a server runs on it: the database as it is at one
 * instant, and then the rest. Meant for a process of its own; checking the copy takes its whole attention. Throws an
 * UnusableError with a sentence, and then leaves nothing behind.
 */
export async function backup(dataDir: string, target: string): Promise<Backup> {
  const path = join(dataDir, fileName);
  if (!(await exists(path))) throw new UnusableError(`There is no database at ${path}.`);
  if (!relative(resolve(dataDir), resolve(target)).startsWith('..')) {
    throw new UnusableError('A backup inside the data folder would be lost with it. Choose another folder.');
  }
  if (await exists(target)) throw new UnusableError(`${target} is already there. Choose a new folder.`);

  const unfinished = `${resolve(target)}.part`;
  await rm(unfinished, { recursive: true, force: true });
  try {
    await mkdir(unfinished, { recursive: true, mode: 0o700 });
    await copyDatabase(path, join(unfinished, fileName));
    // After the database, so that every upload it knows is there; one that came later is swept after restoring.
    await copyFolder(dataDir, unfinished, left);
    const found = await checkBackup(unfinished);
    await rename(unfinished, target);
    await sync(dirname(resolve(target)));
    return found;
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw error;
  }
}

/** Reads a backup through. Throws an UnusableError with a sentence when it cannot be restored by this version. */
export async function checkBackup(folder: string): Promise<Backup> {
  const path = join(folder, fileName);
  if (!(await exists(path)))
    throw new UnusableError(`${folder} is no backup: there is no ${fileName} in it.`);
  const stored = new Set(await readdir(join(folder, 'files')).catch(() => []));
  try {
    using file = new DatabaseSync(path, { readOnly: true });
    const wrong = [
      ...file
        .prepare('pragma integrity_check')
        .all()
        .map((row) => row.integrity_check),
    ];
    const dangling = file.prepare('pragma foreign_key_check').all();
    if (wrong[0] !== 'ok' || dangling.length > 0) throw new Error(`${wrong[0]}, ${dangling.length} dangling`);
    const names = file.prepare('select name from migrations').all();
    const newer = names.find(({ name }) => !migrations.some((migration) => migration.name === name));
    if (newer) throw new UnusableError(`${folder} was made by a newer version of Polylogue (${newer.name}).`);
    const ids = file.prepare('select id from files').all();
    return {
      users: Number(file.prepare('select count(*) as n from users').get()?.n),
      files: ids.length,
      missing: ids.filter(({ id }) => !stored.has(String(id))).length,
    };
  } catch (error) {
    if (error instanceof UnusableError) throw error;
    throw new UnusableError(`The backup in ${folder} is damaged (${(error as Error).message}).`);
  } finally {
    for (const rest of ['-wal', '-shm']) await rm(path + rest, { force: true });
  }
}

/**
 * Puts a backup back into `dataDir`, which must hold no database: an old one is yours to move away first, with the
 * server stopped.
 */
export async function restore(folder: string, dataDir: string): Promise<Backup> {
  const path = join(dataDir, fileName);
  if (await exists(path)) {
    throw new UnusableError(
      `There is a database in ${dataDir} already. Stop the server, move ${dataDir} away, and restore again.`,
    );
  }
  const found = await checkBackup(folder);
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  await copyFolder(folder, dataDir, left);
  // Last, under its name only when it is whole: a restore that was cut off is simply begun again.
  await copyDurably(join(folder, fileName), `${path}.part`);
  await rename(`${path}.part`, path);
  await sync(dataDir);
  return found;
}

/** All pages in one go, on a thread of Node's pool: taken in pieces it would begin again at every write. */
async function copyDatabase(path: string, target: string) {
  // Made first, for nobody else to read.
  await (await open(target, 'wx', 0o600)).close();
  using source = new DatabaseSync(path, { readOnly: true, timeout: 5_000 });
  await copyPages(source, target, { rate: 2 ** 31 - 1 });
  await sync(target);
}

async function copyFolder(from: string, to: string, without = new Set<string>()) {
  await mkdir(to, { recursive: true, mode: 0o700 });
  for (const entry of await readdir(from, { withFileTypes: true })) {
    if (without.has(entry.name) || entry.name.endsWith('.part')) continue;
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) await copyFolder(source, target);
    else if (entry.isFile()) await copyDurably(source, target).catch(ifGone);
  }
  await sync(to);
}

async function copyDurably(from: string, to: string) {
  await copyFile(from, to);
  await sync(to);
}

async function sync(path: string) {
  const file = await open(path);
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

function ifGone(error: NodeJS.ErrnoException) {
  if (error.code !== 'ENOENT') throw error;
}

async function exists(path: string): Promise<boolean> {
  return await stat(path).then(
    () => true,
    () => false,
  );
}
