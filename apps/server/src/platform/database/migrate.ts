import { type Kysely, sql } from 'kysely';
import type { Database } from './database.ts';
import { migrations as all } from './migrations/all.ts';
import { columnTypes, type Migration } from './migrations/migration.ts';
import { UnusableError } from './unusable.ts';

/** An arbitrary number that nothing else locks in this PostgreSQL database. */
const lock = 7_654_321;

/**
 * Brings the tables up to this version, each step in a separate transaction. Safe while another node does the same,
 * and after a migration was killed. Throws an UnusableError if a newer version has used this database.
 */
export async function migrate(database: Database, migrations: Migration[] = all, now = Date.now) {
  // Check first: a server whose tables are up to date needs no right to change them.
  const done = await appliedMigrations(database);
  refuseNewer(done, migrations);
  for (const migration of migrations) {
    if (!done.includes(migration.name)) await applyMigration(database, migration, migrations, now());
  }
}

async function applyMigration(
  database: Database,
  migration: Migration,
  migrations: Migration[],
  now: number,
) {
  await database.transaction(async (trx) => {
    if (database.dialect === 'postgres') {
      // Waiting for another node or rewriting a large table may exceed an ordinary query's limit.
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
    // Another node may have been quicker.
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

async function appliedMigrations({ db, dialect }: Database): Promise<string[]> {
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
