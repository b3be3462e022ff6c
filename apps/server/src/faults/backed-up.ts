import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Fault } from './fault.ts';
import { me, must, refresh, renewed, signIn, signUp } from './person.ts';
import { serverProcess } from './server-process.ts';
import { writers } from './writers.ts';

/** R24: the machine is lost; only a backup is left. */
export const backedUp: Fault = {
  name: 'backed-up',
  summary: 'a backup made under 50 writers is restored on a fresh machine with the same content',
  async run(say) {
    const folder = await mkdtemp(join(tmpdir(), 'polylogue-backup-'));
    const copy = join(folder, 'copy');
    const old = await serverProcess({ CHALLENGE: 'off' });
    const fresh = await serverProcess({ CHALLENGE: 'off' });
    try {
      await old.start();
      const ada = await signUp(old.url, 'ada');
      const crowd = writers(old.url, 50);
      await crowd.more(200);
      const began = performance.now();
      admin(old.folder, 'backup', copy);
      const backupTime = performance.now() - began;
      await crowd.more(50);
      await crowd.stop();
      const newer = renewed(await refresh(old.url, ada.refresh));
      await old.end('SIGKILL');

      const before = await contents(copy);
      const restoring = performance.now();
      admin(fresh.folder, 'restore', copy);
      const restoreTime = performance.now() - restoring;
      const after = await contents(fresh.folder);
      must(before.files.size >= 200, `The backup has ${before.files.size} uploads, not the 200 before it.`);
      must(before.database === after.database, 'The database is not the one of the backup.');
      must(same(before.files, after.files), 'The uploads are not those of the backup.');

      await fresh.start();
      must((await signIn(fresh.url, 'ada')).status === 200, 'No one can sign in to the restored server.');
      must(
        (await me(fresh.url, ada.access)).status === 200,
        'People who were signed in are signed out by the restore.',
      );
      const { status, body } = await refresh(fresh.url, newer.refresh);
      must(
        status === 401 && body.error === 'signed-out',
        'Browsers that were used after the backup erase what it lacks.',
      );
      say(
        `${before.files.size} uploads backed up in ${Math.round(backupTime)} ms and restored in ${Math.round(restoreTime)} ms`,
      );
    } finally {
      await old.remove();
      await fresh.remove();
      await rm(folder, { recursive: true, force: true });
    }
    return undefined;
  },
};

function admin(dataDir: string, ...words: string[]) {
  const main = join(import.meta.dirname, '../admin/main.ts');
  execFileSync(process.execPath, [main, ...words], {
    env: { ...process.env, DATA_DIR: dataDir },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
}

/** Checksums of every upload and of every row. */
async function contents(folder: string) {
  const files = new Map<string, string>();
  for (const name of await readdir(join(folder, 'files'))) {
    files.set(name, hashed(await readFile(join(folder, 'files', name))));
  }
  using database = new DatabaseSync(join(folder, 'polylogue.db'), { readOnly: true });
  const tables = database.prepare("select name from sqlite_schema where type = 'table' order by name").all();
  const rows = tables.map(({ name }) =>
    database
      .prepare(`select * from "${name}" order by 1, 2`)
      .all()
      // A restore removes it, so that browsers learn of it.
      .filter((row) => name !== 'secrets' || row.name !== 'history'),
  );
  return { files, database: hashed(JSON.stringify(rows)) };
}

const hashed = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex');

const same = (one: Map<string, string>, other: Map<string, string>) =>
  one.size === other.size && [...one].every(([name, hash]) => other.get(name) === hash);
