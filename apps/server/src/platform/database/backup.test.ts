import { createHash } from 'node:crypto';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { oddPaths } from '../../testing/odd-paths.ts';
import { storedSecret } from '../tokens/secret.ts';
import { backup, checkBackup, restoreBackup } from './backup.ts';
import { bootDatabase } from './boot.ts';
import { type Database, databaseFile, indexFile } from './database.ts';
import { historyName } from './history.ts';
import { UnusableError } from './unusable.ts';

async function folder() {
  const path = await mkdtemp(join(tmpdir(), 'polylogue-backup-'));
  onTestFinished(() => rm(path, { recursive: true, force: true }));
  return path;
}

/** A data folder with some of everything, and the server's connection to it. */
async function inUse() {
  const dataDir = join(await folder(), 'data');
  const database = await bootDatabase({ dataDir });
  onTestFinished(() => database.close());
  await mkdir(join(dataDir, 'files'));
  for (const end of ['', '-wal']) await writeFile(join(dataDir, indexFile + end), 'made again');
  for (const folder of ['compile-cache', 'web-assets', 'lost+found']) {
    await mkdir(join(dataDir, folder));
    await writeFile(join(dataDir, folder, 'x'), 'made again');
  }
  for (const id of ['a', 'b', 'c']) {
    const file = { id, owner_id: null, name: id, size: 1, media_type: 'text/plain', created_at: 1 };
    await database.db
      .insertInto('files')
      .values({ ...file, expires_at: null })
      .execute();
    if (id !== 'c') await writeFile(join(dataDir, 'files', id), `bytes of ${id}`);
  }
  return { dataDir, database, write: (name: string) => write(database, name) };
}

const write = ({ db }: Database, name: string) =>
  db.insertInto('used_challenges').values({ challenge_hash: name, expires_at: 1 }).execute();

async function sumOf(dataDir: string) {
  const database = await bootDatabase({ dataDir });
  const sum = createHash('sha256');
  for (const { name } of await database.db.introspection.getTables()) {
    const { rows } = await sql`select * from ${sql.table(name)} order by 1`.execute(database.db);
    sum.update(JSON.stringify([name, rows]));
  }
  await database.close();
  const names = (await readdir(join(dataDir, 'files'))).sort();
  for (const name of names) sum.update(name).update(await readFile(join(dataDir, 'files', name)));
  return sum.digest('hex');
}

test('a restored backup has everything that was backed up, on a fresh machine [FAULT-24]', async () => {
  const { dataDir, write } = await inUse();
  await write('before');
  const target = join(await folder(), 'monday');
  expect(await backup(dataDir, target)).toEqual({ users: 0, files: 3, missing: 1 });
  expect((await stat(target)).mode & 0o777).toBe(0o700);
  expect((await stat(join(target, databaseFile))).mode & 0o777).toBe(0o600);
  expect((await readdir(target)).sort()).toEqual(['files', databaseFile]);
  const before = await sumOf(dataDir);
  await write('after');

  const fresh = join(await folder(), 'data');
  expect(await restoreBackup(target, fresh)).toEqual({ users: 0, files: 3, missing: 1 });
  expect(await sumOf(fresh)).toBe(before);
  expect(await sumOf(fresh)).not.toBe(await sumOf(dataDir));
});

test('a restored database has another history, so that browsers send what it lacks', async () => {
  const { dataDir, database } = await inUse();
  const history = await storedSecret(database.db, historyName, 1);
  const target = join(await folder(), 'monday');
  await backup(dataDir, target);
  expect(await storedSecret(database.db, historyName, 2)).toBe(history);
  const fresh = join(await folder(), 'data');
  await restoreBackup(target, fresh);
  const restored = await bootDatabase({ dataDir: fresh });
  onTestFinished(() => restored.close());
  expect(await storedSecret(restored.db, historyName, 3)).not.toBe(history);
});

test('a backup is of one instant, however much others write meanwhile [FAULT-24]', async () => {
  const { dataDir, database } = await inUse();
  let isBusy = true;
  let written = 0;
  const writing = (async () => {
    while (isBusy) {
      // Two rows that always exist together.
      await database.transaction(async (trx) => {
        for (const side of ['left', 'right']) {
          const row = { challenge_hash: `${side} ${written}`, expires_at: 1 };
          await trx.insertInto('used_challenges').values(row).execute();
        }
      });
      written += 1;
      await new Promise((resolve) => setImmediate(resolve));
    }
  })();
  const target = join(await folder(), 'backup');
  await backup(dataDir, target);
  isBusy = false;
  await writing;

  const copy = await bootDatabase({ dataDir: target });
  onTestFinished(() => copy.close());
  const names = (await copy.db.selectFrom('used_challenges').select('challenge_hash').execute()).map(
    (row) => row.challenge_hash,
  );
  const count = (side: string) => names.filter((name) => name.startsWith(side)).length;
  expect(count('left')).toBe(count('right'));
});

test('damaged, foreign and newer backups are refused with a sentence, and nothing is restored', async () => {
  const { dataDir, database } = await inUse();
  for (let row = 0; row < 500; row++) await write(database, `row ${row}`.padEnd(200, 'x'));
  await database.db.insertInto('migrations').values({ name: '9999-newer', ran_at: 1 }).execute();
  const base = await folder();
  await expect(backup(dataDir, join(base, 'newer'))).rejects.toThrow(
    'by a newer version of Polylogue (9999-newer)',
  );
  expect(await readdir(base)).toEqual([]);

  await database.db.deleteFrom('migrations').where('name', '=', '9999-newer').execute();
  const damaged = join(base, 'damaged');
  await backup(dataDir, damaged);
  const bytes = await readFile(join(damaged, databaseFile));
  await writeFile(join(damaged, databaseFile), bytes.fill(7, 20_000, 120_000));
  const fresh = join(base, 'fresh');
  await expect(restoreBackup(damaged, fresh)).rejects.toThrow(/^The backup in .*damaged is damaged \(/);
  await expect(checkBackup(base)).rejects.toThrow('is not a backup: there is no polylogue.db in it.');
  expect(await readdir(base)).toEqual(['damaged']);
});

describe('an unsuitable place is refused immediately, with a sentence, and nothing is left there:', () => {
  const refusal = async (dataDir: string, target: string, disk?: Parameters<typeof backup>[2]) => {
    const refused = await backup(dataDir, target, disk).catch((error) => error);
    expect(refused).toBeInstanceOf(UnusableError);
    return refused.message;
  };

  test.each(Object.entries(oddPaths))('%s', async (_, put) => {
    const { dataDir } = await inUse();
    const base = await folder();
    put(join(base, 'odd'));
    expect(await refusal(dataDir, join(base, 'odd'))).toMatch(
      /\/odd already exists\. Choose a new folder\.$/,
    );
    expect(await readdir(base)).toEqual(['odd']);
  });

  test.each(Object.entries(oddPaths).filter(([what]) => what !== 'a folder'))('under %s', async (_, put) => {
    const { dataDir } = await inUse();
    const base = await folder();
    put(join(base, 'odd'));
    expect(await refusal(dataDir, join(base, 'odd/monday'))).toMatch(
      /(There is no folder \/.*\/odd\. Create it first|\/odd is not a folder)/,
    );
    expect(await readdir(base)).toEqual(['odd']);
  });

  test('a folder that does not exist, such as on a disk that is not mounted', async () => {
    const { dataDir } = await inUse();
    const base = await folder();
    expect(await refusal(dataDir, join(base, 'usb/monday'))).toBe(
      `There is no folder ${base}/usb. Create it first, or choose another one.`,
    );
    expect(await readdir(base)).toEqual([]);
  });

  test.skipIf(process.platform !== 'linux')('a place where no folder can be created', async () => {
    const { dataDir } = await inUse();
    expect(await refusal(dataDir, '/proc/monday')).toMatch(
      /^No folder can be created in \/proc \(ENOENT\)\. /,
    );
  });

  test('a disk with too little room', async () => {
    const { dataDir } = await inUse();
    const base = await folder();
    await writeFile(join(dataDir, 'files', 'large'), Buffer.alloc(4_000_000));
    const small = async () => ({ bsize: 4096, blocks: 1_000, bavail: 1_000 });
    expect(await refusal(dataDir, join(base, 'monday'), small)).toMatch(
      /^There is not enough disk space for the backup in \/.*\. Free some, or choose another place\.$/,
    );
    expect(await readdir(base)).toEqual([]);
    const silent = async () => ({ bsize: 4096, blocks: 0, bavail: 0 });
    expect(await backup(dataDir, join(base, 'monday'), silent)).toMatchObject({ files: 3 });
  });
});

test('checking a backup changes nothing in its folder', async () => {
  const { dataDir } = await inUse();
  const target = join(await folder(), 'monday');
  await backup(dataDir, target);
  const before = await readdir(target);
  await checkBackup(target);
  expect(await readdir(target)).toEqual(before);
});

test('a copy of a data folder after a power cut is restored only once its log is part of the database', async () => {
  const { dataDir, write } = await inUse();
  await write('newest');
  const copy = join(await folder(), 'copy');
  await cp(dataDir, copy, { recursive: true });
  const fresh = join(await folder(), 'data');
  await expect(restoreBackup(copy, fresh)).rejects.toThrow(
    `Start a server with DATA_DIR=${copy} once, stop it`,
  );
  await (await bootDatabase({ dataDir: copy })).close();
  await restoreBackup(copy, fresh);
  const { db, close } = await bootDatabase({ dataDir: fresh });
  onTestFinished(close);
  expect(await db.selectFrom('used_challenges').select('challenge_hash').execute()).toEqual([
    { challenge_hash: 'newest' },
  ]);
});

test('a backup that does not fit on the disk is refused before anything is copied', async () => {
  const { dataDir } = await inUse();
  const target = join(await folder(), 'monday');
  await backup(dataDir, target);
  const fresh = join(await folder(), 'data');
  const small = async () => ({ bsize: 4096, blocks: 100_000, bavail: 4_999 });
  await expect(restoreBackup(target, fresh, small)).rejects.toThrow(
    'There is not enough disk space to restore the backup. Free some, then restore again.',
  );
  expect(await readdir(fresh)).toEqual([]);
});

test('uploads on another disk, behind a link, are backed up as well', async () => {
  const { dataDir } = await inUse();
  const other = await folder();
  await cp(join(dataDir, 'files'), other, { recursive: true });
  await rm(join(dataDir, 'files'), { recursive: true });
  await symlink(other, join(dataDir, 'files'));
  await mkdir(join(other, 'lost+found'));
  const target = join(await folder(), 'monday');
  expect(await backup(dataDir, target)).toEqual({ users: 0, files: 3, missing: 1 });
  expect((await readdir(join(target, 'files'))).sort()).toEqual(['a', 'b']);
});

test('nothing is overwritten: no backup, no database, and nothing goes into the data folder itself', async () => {
  const { dataDir } = await inUse();
  const target = join(await folder(), 'backup');
  await backup(dataDir, target);
  await expect(backup(dataDir, target)).rejects.toThrow('already exists. Choose a new folder.');
  await expect(backup(dataDir, join(dataDir, 'backups/x'))).rejects.toThrow('would be lost with it');
  await expect(restoreBackup(target, dataDir)).rejects.toThrow(
    /There is already a database in .*\. Stop the server/,
  );
  await expect(backup(join(dataDir, 'files'), `${target}2`)).rejects.toThrow('There is no database at');
});
