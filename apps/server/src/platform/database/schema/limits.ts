import { type Kysely, sql } from 'kysely';
import type { Dialect } from '../dialect.ts';
import type { ColumnTypes } from '../migrations/migration.ts';

/** What nodes count together. */
export async function createLimits(
  { schema }: Kysely<unknown>,
  { text, instant, bytes, whole }: ColumnTypes,
  dialect: Dialect,
) {
  await schema
    .createTable('shared_counts')
    .addColumn('key', text, (column) => column.notNull().primaryKey())
    .addColumn('count', bytes, (column) => column.notNull())
    .addColumn('ends_at', instant, (column) => column.notNull())
    .$call((table) => (dialect === 'postgres' ? table.modifyFront(sql`unlogged`) : table))
    .execute();

  await schema
    .createTable('failed_attempts')
    .addColumn('key', text, (column) => column.notNull().primaryKey())
    .addColumn('failures', whole, (column) => column.notNull())
    .addColumn('not_before', instant, (column) => column.notNull())
    .addColumn('forgotten_at', instant, (column) => column.notNull())
    .$call((table) => (dialect === 'postgres' ? table.modifyFront(sql`unlogged`) : table))
    .execute();
}
