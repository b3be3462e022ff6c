import { type Kysely, sql } from 'kysely';
import type { Database } from './database.ts';
import { migrations as all } from './migrations/all.ts';
import { columnTypes, type Migration } from './migrations/migration.ts';
import { carriedOverBy, createSchema, earlySteps } from './schema/schema.ts';
import { UnusableError } from './unusable.ts';

/** An arbitrary number that nothing else locks in this PostgreSQL database. */
const lock = 7_654_321;

/** What runs in one transaction, and the names it is listed under afterwards. */
interface Step {
  names: readonly string[];
  run: Migration['up'];
}

/**
 * Brings the tables up to this version, each step in a separate transaction. Safe while another node does the same,
 * and after a migration was killed. Throws an UnusableError if a newer version has used this database, or only one
 * from before the first release.
 */
export async function migrate(database: Database, migrations: Migration[] = all, now = Date.now) {
  // Check first: a server whose tables are up to date needs no right to change them.
  const done = await appliedMigrations(database);
  refuseOther(done, migrations);
  const steps: Step[] = [
    { names: earlySteps, run: createSchema },
    ...migrations.map(({ name, up }) => ({ names: [name], run: up })),
  ];
  for (const step of steps) {
    if (!step.names.some((name) => done.includes(name))) await apply(database, step, migrations, now());
  }
}

async function apply(database: Database, { names, run }: Step, migrations: Migration[], now: number) {
  await database.transaction(async (trx) => {
    if (database.dialect === 'postgres') {
      // Waiting for another node or rewriting a large table may exceed an ordinary query's limit.
      await sql`set local statement_timeout = 0`.execute(trx);
      await sql`set local idle_in_transaction_session_timeout = 0`.execute(trx);
      await sql`select pg_advisory_xact_lock(${sql.lit(lock)})`.execute(trx);
    }
    const types = columnTypes(database.dialect);
    await trx.schema
      .createTable('migrations')
      .ifNotExists()
      .addColumn('name', types.text, (column) => column.primaryKey())
      .addColumn('ran_at', types.instant, (column) => column.notNull())
      .execute();
    // Another node may have been quicker.
    const done = (await trx.selectFrom('migrations').select('name').execute()).map(({ name }) => name);
    refuseOther(done, migrations);
    if (names.some((name) => done.includes(name))) return;
    await run(trx as unknown as Kysely<unknown>, types, database.dialect);
    await trx
      .insertInto('migrations')
      .values(names.map((name) => ({ name, ran_at: now })))
      .execute();
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

function refuseOther(done: readonly string[], migrations: Migration[]) {
  const unknown = newerStep(done, migrations);
  if (unknown) {
    throw new UnusableError(
      `The database was used by a newer version of Polylogue (${unknown}). Start that version, or restore a backup from before the upgrade.`,
    );
  }
  if (done.length > 0 && isFromBefore(done)) {
    throw new UnusableError(
      `The database is from before the first release. Start commit ${carriedOverBy} once, which brings it up to date, then this version.`,
    );
  }
}

/** A step that only a newer version knows; undefined: there is none. */
export const newerStep = (done: readonly string[], migrations: Migration[] = all): string | undefined =>
  done.find((name) => !earlySteps.includes(name) && !migrations.some((migration) => migration.name === name));

/** Whether it lacks something that the first release has. */
export const isFromBefore = (done: readonly string[]): boolean =>
  earlySteps.some((name) => !done.includes(name));
