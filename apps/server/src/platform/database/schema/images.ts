import type { Kysely } from 'kysely';
import type { ColumnTypes } from '../migrations/migration.ts';

/** People's pictures, and the upload slots for them. */
export async function createImages({ schema }: Kysely<unknown>, { text, instant }: ColumnTypes) {
  await schema
    .createTable('image_places')
    .addColumn('token_hash', text, (column) => column.primaryKey())
    .addColumn('user_id', text, (column) => column.notNull().references('users.user_id').onDelete('cascade'))
    .addColumn('purpose', text, (column) => column.notNull())
    .addColumn('created_at', instant, (column) => column.notNull())
    .addColumn('expires_at', instant, (column) => column.notNull())
    .addColumn('used_at', instant)
    .execute();
  await schema
    .createIndex('image_places_user_id')
    .on('image_places')
    .columns(['user_id', 'created_at'])
    .execute();
  await schema.createIndex('image_places_created_at').on('image_places').column('created_at').execute();

  // Deleting an account deletes its files first; a sweep finds missed ones by their missing owner.
  await schema
    .createTable('images')
    .addColumn('id', text, (column) => column.primaryKey())
    .addColumn('owner_id', text, (column) => column.references('users.user_id').onDelete('set null'))
    .addColumn('purpose', text, (column) => column.notNull())
    .addColumn('kept_by', text, (column) => column.notNull())
    .addColumn('url', text, (column) => column.notNull())
    .addColumn('created_at', instant, (column) => column.notNull())
    .addColumn('expires_at', instant)
    .execute();
  await schema.createIndex('images_owner_id').on('images').column('owner_id').execute();
  await schema.createIndex('images_expires_at').on('images').column('expires_at').execute();
}
