import type { Kysely } from 'kysely';
import type { ColumnTypes } from '../migrations/migration.ts';

/** Uploads, and the files that messages carry. */
export async function createFiles(
  { schema }: Kysely<unknown>,
  { text, instant, bytes, flag, whole }: ColumnTypes,
) {
  await schema
    .createTable('files')
    .addColumn('id', text, (column) => column.primaryKey())
    .addColumn('owner_id', text, (column) => column.references('users.user_id').onDelete('set null'))
    .addColumn('name', text, (column) => column.notNull())
    .addColumn('size', bytes, (column) => column.notNull())
    .addColumn('media_type', text, (column) => column.notNull())
    .addColumn('is_redrawn', flag, (column) => column.notNull().defaultTo(false))
    .addColumn('sha256', text)
    .addColumn('created_at', instant, (column) => column.notNull())
    .addColumn('expires_at', instant)
    .execute();
  await schema.createIndex('files_owner_id').on('files').column('owner_id').execute();
  await schema.createIndex('files_expires_at').on('files').column('expires_at').execute();
  await schema.createIndex('files_newest').on('files').columns(['owner_id', 'created_at', 'id']).execute();
  await schema.createIndex('files_content').on('files').columns(['owner_id', 'sha256']).execute();

  await schema
    .createTable('message_files')
    .addColumn('feed', 'bigint', (column) => column.notNull())
    .addColumn('message_id', text, (column) => column.notNull())
    .addColumn('place', whole, (column) => column.notNull())
    .addColumn('file_id', text, (column) => column.notNull())
    .addPrimaryKeyConstraint('message_files_key', ['feed', 'message_id', 'place'])
    .execute();
  await schema.createIndex('message_files_file_id').on('message_files').column('file_id').execute();
}
