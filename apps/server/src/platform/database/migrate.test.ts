import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { databases, freshPlace, type Place } from '../../testing/databases.ts';
import { asEverydayRole } from '../../testing/everyday-role.ts';
import { bootDatabase } from './boot.ts';
import { openDatabase } from './database.ts';
import { migrate } from './migrate.ts';
import { migrations } from './migrations/all.ts';
import type { Migration } from './migrations/migration.ts';
import { carriedOverBy, earlySteps } from './schema/schema.ts';

const halfway: Migration = {
  name: '9999-halfway',
  up: ({ schema }, { text }) => schema.createTable('halfway').addColumn('name', text).execute(),
};

const allSteps = [...earlySteps, ...migrations.map(({ name }) => name)];

async function open(place: Place) {
  const database = await openDatabase(place);
  onTestFinished(() => database.close());
  return database;
}

/** A separate process that migrates; halfway, it waits to be killed. */
function migrating(place: Place, env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../testing/migrate-process.ts')], {
    env: { ...place.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return { child, output: once(child.stdout, 'data').then(([text]) => String(text).trim()) };
}

describe.each(databases)('the tables on %s', (dialect) => {
  test('are created once, however often the server starts', async () => {
    const place = await freshPlace(dialect, { bare: true });
    for (let time = 0; time < 2; time++) await (await bootDatabase(place)).close();
    const { db } = await open(place);
    const ran = await db.selectFrom('migrations').select('name').execute();
    expect(ran).toEqual(allSteps.map((name) => ({ name })));
  });

  test('are created once by three servers that start together', async () => {
    const place = await freshPlace(dialect, { bare: true });
    const servers = [migrating(place), migrating(place), migrating(place)];
    expect(await Promise.all(servers.map(({ output }) => output))).toEqual(['done', 'done', 'done']);
    const { db } = await open(place);
    expect(await db.selectFrom('migrations').select('name').execute()).toHaveLength(allSteps.length);
  });

  test('are complete after a start that was killed halfway [FAULT-23]', async () => {
    const place = await freshPlace(dialect, { bare: true });
    const { child, output } = migrating(place, { HALFWAY: '1' });
    expect(await output).toBe('halfway');
    child.kill('SIGKILL');
    await once(child, 'exit');

    const database = await open(place);
    await migrate(database, [...migrations, halfway]);
    expect(await sql`select * from halfway`.execute(database.db)).toMatchObject({ rows: [] });
  });

  test('of 0.1 get what was added since, and keep what is in them', async () => {
    const database = await open(await freshPlace(dialect, { bare: true }));
    await migrate(database, []);
    await database.db.insertInto('feeds').values({ kind: 'account', owner_id: 'ada' }).execute();
    await migrate(database);
    const { db } = database;
    expect(await db.selectFrom('feeds').select('owner_id').execute()).toEqual([{ owner_id: 'ada' }]);
    expect(await db.selectFrom('records').selectAll().execute()).toEqual([]);
    const ran = await db.selectFrom('migrations').select('name').orderBy('name').execute();
    expect(ran).toEqual(allSteps.toSorted().map((name) => ({ name })));
  });

  test('stay as they were when a step fails, and the next start continues', async () => {
    const database = await open(await freshPlace(dialect));
    const failing: Migration = {
      ...halfway,
      async up(...given) {
        await halfway.up(...given);
        throw new Error('out of luck');
      },
    };
    await expect(migrate(database, [...migrations, failing])).rejects.toThrow('out of luck');
    await expect(sql`select * from halfway`.execute(database.db)).rejects.toThrow();
    await migrate(database, [...migrations, halfway]);
    await sql`select * from halfway`.execute(database.db);
  });

  test('from before the first release are refused with the commit that brings them up to date', async () => {
    const place = await freshPlace(dialect);
    const { db } = await open(place);
    await db
      .deleteFrom('migrations')
      .where('name', '=', earlySteps.at(-1) ?? '')
      .execute();
    await expect(bootDatabase(place)).rejects.toThrow(
      `The database is from before the first release. Start commit ${carriedOverBy} once`,
    );
  });

  test('from a newer version are refused with a sentence [FAULT-22]', async () => {
    const place = await freshPlace(dialect);
    await migrate(await open(place), [...migrations, halfway]);
    await expect(bootDatabase(place)).rejects.toThrow(
      'The database was used by a newer version of Polylogue (9999-halfway). Start that version, or restore a backup',
    );
  });
});

test.skipIf(!databases.includes('postgres'))('both databases have the same tables and columns', async () => {
  const [first, second] = await Promise.all(
    databases.map(async (dialect) => {
      const database = await open(await freshPlace(dialect));
      await migrate(database);
      const { db } = database;
      const tables = await db.introspection.getTables();
      return tables
        .map(({ name, columns }) => ({
          name,
          columns: columns
            // Only SQLite reports that a text key may be null.
            .map(
              (column) =>
                `${column.name} ${/_id$|_hash$|^id$|^kid$|^name$/.test(column.name) || column.isNullable}`,
            )
            .sort(),
        }))
        .sort((one, other) => (one.name < other.name ? -1 : 1));
    }),
  );
  expect(first).toEqual(second);
});

test.skipIf(!databases.includes('postgres'))(
  'a server whose role may not change tables starts if nothing needs changing',
  async () => {
    const place = await freshPlace('postgres');
    const everydayPlace = await asEverydayRole(place, await open(place));
    const everyday = await bootDatabase(everydayPlace);
    onTestFinished(() => everyday.close());
    await everyday.db.insertInto('used_challenges').values({ challenge_hash: 'a', expires_at: 1 }).execute();
    await expect(sql`create table more (name text)`.execute(everyday.db)).rejects.toThrow('42501');
  },
);

test.skipIf(!databases.includes('postgres'))(
  'a step that takes longer than an ordinary query may is completed; later queries have their limit again',
  async () => {
    const place = await freshPlace('postgres');
    const slow: Migration = {
      name: '9999-slow',
      up: async (db) => void (await sql`select pg_sleep(1.2)`.execute(db)),
    };
    const database = await bootDatabase({ ...place, queryTimeout: 1_000 }, [...migrations, slow]);
    onTestFinished(() => database.close());
    const ran = await database.db.selectFrom('migrations').select('name').execute();
    expect(ran).toContainEqual({ name: '9999-slow' });
    await expect(sql`select pg_sleep(1.2)`.execute(database.db)).rejects.toMatchObject({ refusal: 'busy' });
  },
);

test('a PostgreSQL that cannot be used is reported in a sentence without its password', async () => {
  const url = 'postgres://ada:secret@127.0.0.1:1/polylogue?host=/nowhere';
  const failure = await bootDatabase({ url, dataDir: '' }).catch((error) => error);
  expect(failure.message).toMatch(
    /^The database at 127\.0\.0\.1:1\/polylogue cannot be used \(.+\)\. Start it, or correct DATABASE_URL\.$/,
  );
  expect(failure.message).not.toContain('secret');
});
