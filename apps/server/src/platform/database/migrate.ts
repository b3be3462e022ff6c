import { type Kysely, sql } from 'kysely';
import type { Database } from './database.ts';
import { migrations as all } from './migrations/all.ts';
import { columnTypes, type Migration } from './migrations/migration.ts';
import { UnusableError } from './unusable.ts';

/** Any number nobody else locks in this PostgreSQL database. */
const lock = 7_654_321;

/**
 * Brings the tables up to this code, each step in a transaction of its own. Safe beside another node that does the
 * same, and after one that was killed at it. Throws an UnusableError when newer code has been here.
 */
export async function migrate(database: Database, migrations: Migration[] = all, now = Date.now) {
  // First without any right to change tables: a server whose tables are right needs none.
  const done = await ran(database);
  refuseNewer(done, migrations);
  for (const migration of migrations) {
    if (!done.includes(migration.name)) await run(database, migration, migrations, now());
  }
}

async function run(database: Database, migration: Migration, migrations: Migration[], now: number) {
  await database.transaction(async (trx) => {
    if (database.dialect === 'postgres') {
      // Neither waiting for another node nor rewriting a large table ends with an ordinary query's limit.
      await sql`set local statement_timeout = 0`.execute(trx);
      await sql`set local idle_in_transaction_session_timeout = 0`.execute(trx);
      await sql`select pg_advisory_xact_lock(${sql.lit(lock)})`.execute(trx);
    }
    const { text, instant } = columnTypes(database.dialect);
    await trx.schema
      .createTable('migrations')
      .ifNotExists()
      .addColumn('name', text, (column) => column.primaryKey())
      .addColumn('ran_at', instant, (column) => column.notNull())
      .execute();
    // Another node may have been faster.
    const names = await trx.selectFrom('migrations').select('name').execute();
    refuseNewer(
      names.map(({ name }) => name),
      migrations,
    );
    if (names.some(({ name }) => name === migration.name)) return;
    await migration.up(trx as unknown as Kysely<unknown>, columnTypes(database.dialect), database.dialect);
    await trx.insertInto('migrations').values({ name: migration.name, ran_at: now }).execute();
  });
}

async function ran({ db, dialect }: Database): Promise<string[]> {
  const names =
    dialect === 'sqlite'
      ? sql<{ name: string }>`select name from sqlite_schema where type = 'table' and name = 'migrations'`
      : sql<{ name: string | null }>`select to_regclass('migrations')::text as name`;
  const { rows } = await names.execute(db);
  if (!rows[0]?.name) return [];
  return (await db.selectFrom('migrations').select('name').execute()).map(({ name }) => name);
}

function refuseNewer(done: string[], migrations: Migration[]) {
  const unknown = done.find((name) => !migrations.some((migration) => migration.name === name));
  if (!unknown) return;
  throw new UnusableError(
    `The database was used by a newer version of Polylogue (${unknown}). Start that version, or restore a backup from before the upgrade.`,
  );
}
