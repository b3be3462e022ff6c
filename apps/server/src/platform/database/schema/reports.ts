import type { Kysely } from 'kysely';
import type { ColumnTypes } from '../migrations/migration.ts';

/** Reports of people and of what they wrote. */
export async function createReports({ schema }: Kysely<unknown>, { text, instant }: ColumnTypes) {
  await schema
    .createTable('reports')
    .addColumn('report_id', text, (column) => column.primaryKey())
    .addColumn('reporter_id', text, (column) => column.references('users.user_id').onDelete('set null'))
    .addColumn('reported_id', text, (column) =>
      column.notNull().references('users.user_id').onDelete('cascade'),
    )
    .addColumn('reason', text, (column) => column.notNull())
    .addColumn('details', text)
    .addColumn('snapshot', text, (column) => column.notNull())
    .addColumn('created_at', instant, (column) => column.notNull())
    .addColumn('closed_at', instant)
    .execute();
  await schema
    .createIndex('reports_reporter_id')
    .on('reports')
    .columns(['reporter_id', 'created_at'])
    .execute();
  await schema.createIndex('reports_reported_id').on('reports').column('reported_id').execute();
}
