import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { newId } from '@polylogue/sync';
import { expect, onTestFinished, test } from 'vitest';
import { freshPlace } from '../../testing/databases.ts';
import { type Database, databaseFile, openDatabase } from './database.ts';
import { migrate } from './migrate.ts';
import { tidyFile } from './tidy.ts';

const canary = 'zwitscher';

async function opened() {
  const place = await freshPlace('sqlite');
  const database = await openDatabase(place);
  onTestFinished(() => database.close());
  await migrate(database);
  const path = join(place.dataDir, databaseFile);
  const traces = async () => {
    const files = await Promise.all([path, `${path}-wal`].map((one) => readFile(one, 'latin1')));
    return files.map((text) => text.split(canary).length - 1);
  };
  return { database, path, traces };
}

/** One person's rows among those of others, laid out as they become over time: written, moved, made longer. */
async function lived({ db, transaction }: Database, rows = 3_000) {
  await transaction(async (trx) => {
    for (let count = 0; count < rows; count += 1) {
      const isTheirs = count % 7 === 0;
      const text = (isTheirs ? canary : 'nobody').repeat(1 + ((count * 7919) % 60));
      const job = { kind: isTheirs ? 'theirs' : 'others', payload: text, due_at: count, created_at: 0 };
      await trx
        .insertInto('jobs')
        .values({ job_id: newId().slice(-12), attempts: 0, ...job })
        .execute();
    }
  });
  const all = await db.selectFrom('jobs').select(['job_id', 'payload']).where('due_at', '<', 900).execute();
  for (const { job_id, payload } of all) {
    await db
      .updateTable('jobs')
      .set({ payload: payload.repeat(3) })
      .where('job_id', '=', job_id)
      .execute();
  }
  await db.deleteFrom('jobs').where('kind', '=', 'theirs').execute();
}

test('nothing deleted stays in the file or its log, and everything else is unchanged', async () => {
  const { database, traces } = await opened();
  await lived(database);
  expect((await traces()).some((count) => count > 0)).toBe(true);
  const before = await database.db.selectFrom('jobs').selectAll().orderBy('job_id').execute();
  await database.tidy();
  expect(await traces()).toEqual([0, 0]);
  expect(await database.db.selectFrom('jobs').selectAll().orderBy('job_id').execute()).toEqual(before);
});

test('for a large file the log is emptied and freed space is zeroed, which leaves almost nothing', async () => {
  const { database, path, traces } = await opened();
  await lived(database);
  await tidyFile(path, 0);
  const [file = Number.NaN, log] = await traces();
  expect(log).toBe(0);
  expect(file).toBeLessThan(200);
});

test('queries wait meanwhile, and the process does not', async () => {
  const { database } = await opened();
  await lived(database, 500);
  const order: string[] = [];
  const tidying = database.tidy().then(() => order.push('tidied'));
  const checking = database.check().then(() => order.push('checked'));
  setImmediate(() => order.push('went on'));
  await Promise.all([tidying, checking]);
  expect(order).toEqual(['went on', 'tidied', 'checked']);
});

test('while a backup reads the file, it is tidied later, and queries do not wait for that', async () => {
  const { database, path, traces } = await opened();
  await lived(database, 500);
  const backup = new DatabaseSync(path, { readOnly: true });
  backup.exec('begin');
  backup.prepare('select count(*) from jobs').get();
  expect(await Promise.all([database.tidy(), database.check()])).toEqual([false, undefined]);
  backup.close();
  expect(await database.tidy()).toBe(true);
  expect(await traces()).toEqual([0, 0]);
});
