import type { Kysely } from 'kysely';
import type { ColumnTypes } from '../migrations/migration.ts';

/** Work that waits, and copies of personal data. */
export async function createJobs({ schema }: Kysely<unknown>, { text, instant, bytes, whole }: ColumnTypes) {
  await schema
    .createTable('jobs')
    .addColumn('job_id', text, (column) => column.primaryKey())
    .addColumn('kind', text, (column) => column.notNull())
    .addColumn('payload', text, (column) => column.notNull())
    .addColumn('about', text)
    .addColumn('due_at', instant, (column) => column.notNull())
    .addColumn('attempts', whole, (column) => column.notNull())
    .addColumn('last_error', text)
    .addColumn('created_at', instant, (column) => column.notNull())
    .addColumn('leased_until', instant)
    .execute();
  await schema.createIndex('jobs_due_at').on('jobs').column('due_at').execute();
  await schema.createIndex('jobs_about').on('jobs').column('about').execute();

  await schema
    .createTable('exports')
    .addColumn('export_id', text, (column) => column.primaryKey())
    .addColumn('user_id', text, (column) =>
      column.notNull().unique().references('users.user_id').onDelete('cascade'),
    )
    .addColumn('token', text, (column) => column.notNull().unique())
    .addColumn('state', text, (column) => column.notNull())
    .addColumn('progress', 'double precision', (column) => column.notNull())
    .addColumn('size', bytes)
    .addColumn('failure', text)
    .addColumn('created_at', instant, (column) => column.notNull())
    .addColumn('expires_at', instant, (column) => column.notNull())
    .execute();
  await schema.createIndex('exports_expires_at').on('exports').column('expires_at').execute();
}
