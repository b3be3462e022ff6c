import type { Kysely } from 'kysely';
import type { ColumnTypes } from '../migrations/migration.ts';

/** Posts in spaces, and notifications of them. */
export async function createPosts({ schema }: Kysely<unknown>, { text, instant, bytes, flag }: ColumnTypes) {
  await schema
    .createTable('space_messages')
    .addColumn('row_id', 'bigint', (column) => column.primaryKey())
    .addColumn('feed', 'bigint', (column) => column.notNull())
    .addColumn('message_id', text, (column) => column.notNull())
    .addColumn('seq', 'bigint', (column) => column.notNull())
    .addColumn('kind', text, (column) => column.notNull())
    .addColumn('by_id', text, (column) => column.references('users.user_id').onDelete('set null'))
    .addColumn('created_at', instant, (column) => column.notNull())
    .addColumn('body', text, (column) => column.notNull())
    .addColumn('first_body', text)
    .addColumn('first_edited_at', instant)
    .addColumn('reply_to', text)
    .addColumn('mentions', text, (column) => column.notNull())
    .addColumn('is_off_record', flag, (column) => column.notNull())
    .addColumn('files', text, (column) => column.notNull())
    .addColumn('notice', text)
    .addColumn('bytes', bytes, (column) => column.notNull())
    .addColumn('edited_at', instant)
    .addColumn('deleted_at', instant)
    .addColumn('deleted_by', text, (column) => column.references('users.user_id').onDelete('set null'))
    .addUniqueConstraint('space_messages_id', ['feed', 'message_id'])
    .execute();
  await schema.createIndex('space_messages_seq').on('space_messages').columns(['feed', 'seq']).execute();
  await schema.createIndex('space_messages_by').on('space_messages').columns(['by_id', 'row_id']).execute();
  await schema.createIndex('space_messages_deleted_by').on('space_messages').column('deleted_by').execute();
  await schema.createIndex('space_messages_first').on('space_messages').column('first_edited_at').execute();

  await schema
    .createTable('space_reactions')
    .addColumn('row_id', 'bigint', (column) => column.notNull())
    .addColumn('emoji', text, (column) => column.notNull())
    .addColumn('user_id', text, (column) => column.notNull().references('users.user_id').onDelete('cascade'))
    .addColumn('created_at', instant, (column) => column.notNull())
    .addPrimaryKeyConstraint('space_reactions_key', ['row_id', 'emoji', 'user_id'])
    .execute();
  await schema.createIndex('space_reactions_user').on('space_reactions').column('user_id').execute();

  // How much text each person posts; a table of its own, since no transaction locks an account's and a space's feed.
  await schema
    .createTable('space_texts')
    .addColumn('user_id', text, (column) =>
      column.primaryKey().references('users.user_id').onDelete('cascade'),
    )
    .addColumn('bytes', bytes, (column) => column.notNull())
    .execute();

  await schema
    .createTable('notifications')
    .addColumn('feed', 'bigint', (column) => column.notNull().references('feeds.feed').onDelete('cascade'))
    .addColumn('notification_id', text, (column) => column.notNull())
    .addColumn('kind', text, (column) => column.notNull())
    .addColumn('created_at', instant, (column) => column.notNull())
    .addColumn('space_id', text, (column) => column.notNull())
    .addColumn('by_id', text, (column) => column.references('users.user_id').onDelete('set null'))
    .addColumn('about_id', text, (column) => column.notNull())
    .addColumn('starts_at', instant)
    .addPrimaryKeyConstraint('notifications_key', ['feed', 'notification_id'])
    .execute();
  await schema
    .createIndex('notifications_newest')
    .on('notifications')
    .columns(['feed', 'created_at'])
    .execute();
  await schema.createIndex('notifications_by_id').on('notifications').column('by_id').execute();

  await schema
    .createTable('notification_reading')
    .addColumn('feed', 'bigint', (column) =>
      column.notNull().primaryKey().references('feeds.feed').onDelete('cascade'),
    )
    .addColumn('seq', 'bigint', (column) => column.notNull())
    .addColumn('fields', text, (column) => column.notNull())
    .execute();
}
