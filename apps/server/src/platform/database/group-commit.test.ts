import { StatementSync } from 'node:sqlite';
import { sql } from 'kysely';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { freshDatabase } from '../../testing/databases.ts';
import type { Database, Queries } from './database.ts';

const use = (db: Queries, name: string) =>
  db.insertInto('used_challenges').values({ challenge_hash: name, expires_at: 1 }).execute();
const used = async (db: Queries) =>
  (await db.selectFrom('used_challenges').select('challenge_hash').orderBy('challenge_hash').execute()).map(
    (row) => row.challenge_hash,
  );
const add = (database: Database, name: string) => database.transaction((trx) => use(trx, name));

/** How often the file was made to wait for the disk. */
function countCommits(): () => number {
  const run = vi.spyOn(StatementSync.prototype, 'run');
  onTestFinished(() => run.mockRestore());
  return () => run.mock.contexts.filter((one) => (one as StatementSync).sourceSQL === 'commit').length;
}

describe('transactions on the embedded database', () => {
  test('those that end together share one commit', async () => {
    const database = await freshDatabase('sqlite');
    const commits = countCommits();
    const names = Array.from({ length: 40 }, (_, at) => `c${at}`);
    await Promise.all(names.map((name) => add(database, name)));
    expect(commits()).toBe(1);
    // Read in another thread, which sees only what was committed.
    expect(await used(database.reading)).toEqual(names.sort());
  });

  test('no more than 50 wait for each other', async () => {
    const database = await freshDatabase('sqlite');
    const commits = countCommits();
    await Promise.all(Array.from({ length: 120 }, (_, at) => add(database, `c${at}`)));
    expect(commits()).toBe(3);
    expect(await used(database.reading)).toHaveLength(120);
  });

  test('one that fails leaves the others alone', async () => {
    const database = await freshDatabase('sqlite');
    const told: string[] = [];
    const work = (name: string, fails = false) =>
      database.transaction(async (trx) => {
        await use(trx, name);
        database.afterCommit(() => told.push(name));
        if (fails) throw new Error('changed my mind');
      });
    const results = await Promise.allSettled([work('a', true), work('b'), work('c', true), work('d')]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'rejected', 'fulfilled']);
    expect(await used(database.reading)).toEqual(['b', 'd']);
    expect(told).toEqual(['b', 'd']);
  });

  test('a query that writes beside them is stored when it is acknowledged', async () => {
    const database = await freshDatabase('sqlite');
    const transaction = add(database, 'a');
    await use(database.db, 'b');
    expect(await used(database.reading)).toEqual(['a', 'b']);
    await transaction;
  });

  test('one that waits for something else is not committed halfway', async () => {
    const database = await freshDatabase('sqlite');
    const { promise, resolve } = Promise.withResolvers<void>();
    const first = add(database, 'a');
    const slow = database.transaction(async (trx) => {
      await use(trx, 'half');
      await promise;
      throw new Error('changed my mind');
    });
    // The round of the event loop in which the first would have been committed has passed.
    await new Promise((next) => setImmediate(() => setImmediate(next)));
    expect(await used(database.reading)).toEqual([]);
    resolve();
    await expect(slow).rejects.toThrow('changed my mind');
    await first;
    expect(await used(database.reading)).toEqual(['a']);
  });

  test('on a full disk, exactly what was acknowledged is stored', async () => {
    const database = await freshDatabase('sqlite');
    await add(database, 'first');
    const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(database.db);
    await sql.raw(`pragma max_page_count = ${(rows[0]?.page_count ?? 0) + 4}`).execute(database.db);
    const names = Array.from(
      { length: 12 },
      (_, at) => `c${String(at).padStart(2, '0')}-${'x'.repeat(3_000)}`,
    );
    const results = await Promise.allSettled(names.map((name) => add(database, name)));
    const acknowledged = names.filter((_, at) => results[at]?.status === 'fulfilled');
    expect(acknowledged.length).toBeLessThan(names.length);
    expect(await used(database.reading)).toEqual([...acknowledged, 'first']);
  });

  test('a commit that fails is acknowledged to nobody, and the next one works', async () => {
    const database = await freshDatabase('sqlite');
    await add(database, 'first');
    const { run } = StatementSync.prototype;
    const failing = vi.spyOn(StatementSync.prototype, 'run').mockImplementation(function (
      this: StatementSync,
      ...values
    ) {
      if (this.sourceSQL === 'commit') throw new Error('disk I/O error');
      return run.apply(this, values as never);
    });
    const results = await Promise.allSettled(['a', 'b'].map((name) => add(database, name)));
    failing.mockRestore();
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await add(database, 'c');
    expect(await used(database.reading)).toEqual(['c', 'first']);
  });
});
