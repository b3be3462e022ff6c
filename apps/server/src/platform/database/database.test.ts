import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newId } from '@polylogue/sync';
import { sql } from 'kysely';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { databases, freshDatabase } from '../../testing/databases.ts';
import { oddPaths } from '../../testing/odd-paths.ts';
import { postgresBinaries, startPostgres } from '../../testing/postgres.ts';
import { databaseFile, openDatabase, type Queries } from './database.ts';
import { NotUniqueError } from './faults.ts';
import { migrate } from './migrate.ts';
import { UnusableError } from './unusable.ts';

afterEach(() => vi.useRealTimers());

const ada = {
  user_id: newId(),
  auth_provider: 'password' as const,
  username: 'ada',
  username_canonical: 'ada',
  email: 'Ada@example.com',
  email_canonical: 'ada@example.com',
  email_verified: true,
  hashed_password: '$argon2id$…',
  bio: undefined,
  phone_number_verified: false,
  previous_usernames: '[]',
  privacy_public_profile: true,
  privacy_allow_search: false,
  privacy_allow_invites: true,
  user_standing: 'good' as const,
  created_at: 1_790_000_000_000,
  updated_at: 1_790_000_000_000,
};
const challenge = (name: string) => ({ challenge_hash: name, expires_at: 1 });
const use = (db: Queries, name: string) => db.insertInto('used_challenges').values(challenge(name)).execute();
const used = async (db: Queries) =>
  (await db.selectFrom('used_challenges').select('challenge_hash').orderBy('challenge_hash').execute()).map(
    (row) => row.challenge_hash,
  );

describe.each(databases)('the database on %s', (dialect) => {
  test('values are read back in the types in which they were written', async () => {
    const { db } = await freshDatabase(dialect);
    const stored = {
      ...ada,
      bio: null,
      email_verified: true,
      phone_number_verified: false,
      birth_date: null,
    };

    const returned = await db.insertInto('users').values(ada).returningAll().executeTakeFirstOrThrow();
    expect(returned).toMatchObject(stored);
    expect(await db.selectFrom('users').selectAll().executeTakeFirst()).toEqual(returned);

    const counted = await db
      .selectFrom('users')
      .where('email_verified', '=', true)
      .where('privacy_allow_search', '=', false)
      .select((row) => [row.fn.countAll<number>().as('n'), row.fn.sum<number>('created_at').as('sum')])
      .executeTakeFirst();
    expect(counted).toEqual({ n: 1, sum: ada.created_at });
  });

  test('text is sorted by its bytes, whatever the language of the machine', async () => {
    const { db } = await freshDatabase(dialect);
    for (const name of ['é', 'a', 'Z', '_', 'z', '🌍', 'ab', 'A']) await use(db, name);
    expect(await used(db)).toEqual(['A', 'Z', '_', 'a', 'ab', 'z', 'é', '🌍']);
  });

  test('text that looks like SQL stays text', async () => {
    const { db } = await freshDatabase(dialect);
    const nasty = `'; drop table users; -- " \\ $1 ? :a`;
    await use(db, nasty);
    expect(await used(db)).toEqual([nasty]);
  });

  test('an update returns how many rows it changed', async () => {
    const { db } = await freshDatabase(dialect);
    await use(db, 'a');
    const change = (from: number) =>
      db.updateTable('used_challenges').set({ expires_at: 2 }).where('expires_at', '=', from);
    expect(await change(1).executeTakeFirst()).toMatchObject({ numUpdatedRows: 1n });
    expect(await change(1).executeTakeFirst()).toMatchObject({ numUpdatedRows: 0n });
  });

  test('a transaction that throws leaves nothing behind, and the database keeps working', async () => {
    const database = await freshDatabase(dialect);
    const failing = database.transaction(async (trx) => {
      await use(trx, 'a');
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    await database.transaction((trx) => use(trx, 'b'));
    expect(await used(database.db)).toEqual(['b']);
  });

  test('of simultaneous transactions, each sees the previous one complete', async () => {
    const database = await freshDatabase(dialect);
    await use(database.db, 'counter');
    await Promise.all(
      Array.from({ length: 25 }, () =>
        database.transaction(async (trx) => {
          const row = await trx
            .selectFrom('used_challenges')
            .selectAll()
            .$if(dialect === 'postgres', (query) => query.forUpdate())
            .executeTakeFirstOrThrow();
          await trx
            .updateTable('used_challenges')
            .set({ expires_at: row.expires_at + 1 })
            .execute();
        }),
      ),
    );
    const [row] = await database.db.selectFrom('used_challenges').selectAll().execute();
    expect(row?.expires_at).toBe(26);
  });

  test('a query outside its own transaction throws instead of waiting for itself', async () => {
    const database = await freshDatabase(dialect);
    const nested = database.transaction(async (trx) => {
      await use(trx, 'a');
      await use(database.db, 'b');
    });
    await expect(nested).rejects.toThrow('inside a transaction but not on it');
    const twice = database.transaction(() => database.transaction((trx) => use(trx, 'c')));
    await expect(twice).rejects.toThrow('inside a transaction but not on it');
    expect(await used(database.db)).toEqual([]);
  });

  test('code started by a transaction can use the database once it is over', async () => {
    const database = await freshDatabase(dialect);
    const { promise, resolve } = Promise.withResolvers<void>();
    let later: Promise<unknown> | undefined;
    await database.transaction(async (trx) => {
      await use(trx, 'a');
      later = promise.then(() => use(database.db, 'b'));
    });
    resolve();
    await later;
    expect(await used(database.db)).toEqual(['a', 'b']);
  });

  test('a transaction that bypasses the wrapper is refused', async () => {
    const { db } = await freshDatabase(dialect);
    await expect(db.transaction().execute((trx) => use(trx, 'a'))).rejects.toThrow('database.transaction');
    await use(db, 'b');
    expect(await used(db)).toEqual(['b']);
  });

  test('commit listeners are called after the commit, and never after a rollback', async () => {
    const database = await freshDatabase(dialect);
    const events: string[] = [];
    await database.transaction(async (trx) => {
      database.afterCommit(() => events.push('committed'));
      await use(trx, 'a');
      expect(events).toEqual([]);
    });
    await database
      .transaction(async () => {
        database.afterCommit(() => events.push('lost'));
        throw new Error('no');
      })
      .catch(() => {});
    database.afterCommit(() => events.push('at once'));
    expect(events).toEqual(['committed', 'at once']);
  });

  test('an error about a duplicate names the column, not the value', async () => {
    const { db } = await freshDatabase(dialect);
    await db.insertInto('users').values(ada).execute();
    const again = db
      .insertInto('users')
      .values({ ...ada, user_id: newId(), username_canonical: 'other' })
      .execute();
    const error = await again.catch((thrown) => thrown);
    expect(error).toBeInstanceOf(NotUniqueError);
    expect(error).toMatchObject({ columns: ['email_canonical'] });
    expect(JSON.stringify([error, error.message])).not.toContain('ada');
  });

  test('an error contains no values of a row, since it goes to the log [CHECK-62]', async () => {
    const { db } = await freshDatabase(dialect);
    const secret = 'not-a-number-but-a-secret';
    const wrong = [
      () =>
        db
          .insertInto('users')
          .values({ ...ada, username: null as never, hashed_password: secret })
          .execute(),
      () => db.insertInto('waivers').values({ user_id: secret, version: '1', accepted_at: 1 }).execute(),
      () =>
        db
          .insertInto('used_challenges')
          .values({ challenge_hash: 'a', expires_at: secret as never })
          .execute(),
      () => sql`select * from nowhere where x = ${secret}`.execute(db),
    ];
    for (const query of wrong) {
      const error = await query().then(
        () => new Error('fine'),
        (thrown: Error) => thrown,
      );
      expect(`${error.message}${JSON.stringify(error)}`).not.toContain(secret);
    }
  });

  test('deleting a person deletes what belongs to them alone', async () => {
    const { db } = await freshDatabase(dialect);
    await db.insertInto('users').values(ada).execute();
    await db.insertInto('waivers').values({ user_id: ada.user_id, version: '1', accepted_at: 1 }).execute();
    await db.deleteFrom('users').execute();
    expect(await db.selectFrom('waivers').selectAll().execute()).toEqual([]);
  });

  test('closing twice is harmless, and afterwards it answers nothing', async () => {
    const database = await freshDatabase(dialect);
    await database.check();
    await database.close();
    await database.close();
    await expect(database.check()).rejects.toThrow();
  });
});

describe('the embedded database', () => {
  async function folder() {
    const path = await mkdtemp(join(tmpdir(), 'polylogue-database-'));
    onTestFinished(() => rm(path, { recursive: true, force: true }));
    return path;
  }

  test('no other user can read its files', async () => {
    const dataDir = join(await folder(), 'data');
    const database = await openDatabase({ dataDir });
    onTestFinished(() => database.close());
    await migrate(database);
    const names = await readdir(dataDir);
    expect(names.sort()).toEqual([databaseFile, `${databaseFile}-shm`, `${databaseFile}-wal`]);
    for (const name of names) expect((await stat(join(dataDir, name))).mode & 0o777).toBe(0o600);
    expect((await stat(dataDir)).mode & 0o777).toBe(0o700);
  });

  test('it syncs every commit to the disk, and enforces foreign keys', async () => {
    const { db } = await freshDatabase('sqlite');
    const setting = async (name: string) =>
      Object.values((await sql<Record<string, unknown>>`pragma ${sql.raw(name)}`.execute(db)).rows[0] ?? {});
    expect(await setting('journal_mode')).toEqual(['wal']);
    expect(await setting('synchronous')).toEqual([2]);
    expect(await setting('foreign_keys')).toEqual([1]);
  });

  test('a full disk is a refusal with a sentence, and it recovers when there is room again [FAULT-14]', async () => {
    const database = await freshDatabase('sqlite');
    await sql`pragma max_page_count = 60`.execute(database.db);
    const write = (name: string) =>
      database.transaction((trx) => use(trx, name.padEnd(50_000, 'x')).then(() => use(trx, `${name}2`)));
    const answers = await Promise.allSettled(Array.from({ length: 10 }, (_, index) => write(`n${index}`)));
    const refused = answers.filter((answer) => answer.status === 'rejected');
    expect(refused.length).toBeGreaterThan(0);
    for (const { reason } of refused) expect(reason).toMatchObject({ refusal: 'no-room', status: 507 });
    expect(await used(database.db)).toHaveLength((10 - refused.length) * 2);

    await sql`pragma max_page_count = 100000`.execute(database.db);
    await write('again');
    expect(await used(database.db)).toHaveLength((11 - refused.length) * 2);
  });

  test('a caller who waits too long for a transaction is told that the server is busy', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const database = await freshDatabase('sqlite');
    const { promise, resolve } = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    const slow = database.transaction(() => {
      begun.resolve();
      return promise;
    });
    await begun.promise;
    const waiting = database.check().catch((error) => error);
    await vi.advanceTimersByTimeAsync(5_100);
    expect(await waiting).toMatchObject({ refusal: 'busy', status: 503 });
    resolve();
    await slow;
    await database.check();
  });

  test('a file that is not a database is reported in a sentence', async () => {
    const dataDir = await folder();
    await writeFile(join(dataDir, databaseFile), 'not a database at all'.repeat(100));
    await expect(openDatabase({ dataDir })).rejects.toThrow(
      /polylogue\.db cannot be used as the database \(.*\)\. Restore a backup, or set DATA_DIR/,
    );
  });

  test.each(Object.entries(oddPaths))(
    '%s where the file should be is reported in one sentence, immediately',
    async (_, put) => {
      const dataDir = await folder();
      put(join(dataDir, databaseFile));
      const refused = await openDatabase({ dataDir }).catch((error) => error);
      expect(refused).toBeInstanceOf(UnusableError);
      expect(refused.message).toMatch(
        /polylogue\.db is (a folder|a link that leads nowhere|not an ordinary file) and [^.]*\. .*set DATA_DIR/,
      );
    },
  );

  test('a column added by another version does not break a cached statement', async () => {
    const { db } = await freshDatabase('sqlite');
    await use(db, 'a');
    const all = () => db.selectFrom('used_challenges').selectAll().execute();
    await all();
    await sql`alter table used_challenges add column is_new boolean default 1`.execute(db);
    expect(await all()).toEqual([{ ...challenge('a'), is_new: true }]);
  });
});

const hasPostgres = (await postgresBinaries()) !== undefined;

describe.skipIf(!hasPostgres)('a PostgreSQL server that goes away', () => {
  test('leads to refusals while it is down, is logged once, and is found again automatically', async () => {
    const cluster = await startPostgres();
    onTestFinished(() => cluster.stop());
    const log = vi.fn();
    const database = await openDatabase({ url: cluster.url(), dataDir: '', log });
    await migrate(database);
    await use(database.db, 'before');

    await cluster.kill();
    const write = database.transaction((trx) => use(trx, 'meanwhile'));
    await expect(write).rejects.toMatchObject({ refusal: 'not-ready', status: 503 });
    await expect(database.check()).rejects.toMatchObject({ refusal: 'not-ready' });
    expect(log).toHaveBeenCalledOnce();

    await cluster.restart();
    await vi.waitFor(() => database.check(), { timeout: 5_000 });
    expect(await used(database.db)).toEqual(['before']);
    await database.close();
  });

  test('leaves nothing half done when it ends during a transaction [FAULT-2]', async () => {
    const cluster = await startPostgres();
    onTestFinished(() => cluster.stop());
    const database = await openDatabase({ url: cluster.url(), dataDir: '' });
    await migrate(database);
    const write = database.transaction(async (trx) => {
      await use(trx, 'half');
      await cluster.kill();
      await use(trx, 'other half');
    });
    await expect(write).rejects.toMatchObject({ refusal: 'not-ready' });
    await cluster.restart();
    await vi.waitFor(() => database.check(), { timeout: 5_000 });
    expect(await used(database.db)).toEqual([]);
    await database.close();
  });

  test('leads to refusals when its disk is full, on deadlocks and at time limits', async () => {
    const { db } = await freshDatabase('postgres');
    const raise = (code: string) =>
      sql`do $$ begin raise exception 'x' using errcode = '${sql.raw(code)}'; end $$`.execute(db);
    await expect(raise('53100')).rejects.toMatchObject({ refusal: 'no-room' });
    await expect(raise('40P01')).rejects.toMatchObject({ refusal: 'busy' });
    await expect(raise('57014')).rejects.toMatchObject({ refusal: 'busy' });
    await expect(raise('57P01')).rejects.toMatchObject({ refusal: 'not-ready' });
  });
});
