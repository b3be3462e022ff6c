import type { Kysely } from 'kysely';
import type { ColumnTypes } from '../migrations/migration.ts';

/** Friendships, friend requests and blocks. */
export async function createFriends({ schema }: Kysely<unknown>, { text, instant, flag }: ColumnTypes) {
  await schema
    .createTable('friendships')
    .addColumn('low_id', text, (column) => column.notNull().references('users.user_id').onDelete('cascade'))
    .addColumn('high_id', text, (column) => column.notNull().references('users.user_id').onDelete('cascade'))
    .addColumn('since', instant, (column) => column.notNull())
    .addColumn('asked_by', text, (column) => column.notNull())
    .addColumn('request_id', text, (column) => column.notNull().unique())
    .addPrimaryKeyConstraint('friendships_pkey', ['low_id', 'high_id'])
    .execute();
  await schema.createIndex('friendships_high_id').on('friendships').column('high_id').execute();

  await schema
    .createTable('friend_requests')
    .addColumn('request_id', text, (column) => column.primaryKey())
    .addColumn('from_id', text, (column) => column.notNull().references('users.user_id').onDelete('cascade'))
    .addColumn('to_id', text, (column) => column.notNull().references('users.user_id').onDelete('cascade'))
    .addColumn('sent_at', instant, (column) => column.notNull())
    .addColumn('reached_at', instant, (column) => column.notNull())
    .addColumn('declined_at', instant)
    .addColumn('withdrawn_at', instant)
    .addUniqueConstraint('friend_requests_pair', ['from_id', 'to_id'])
    .execute();
  await schema.createIndex('friend_requests_to_id').on('friend_requests').column('to_id').execute();

  await schema
    .createTable('friend_links')
    .addColumn('user_id', text, (column) =>
      column.primaryKey().references('users.user_id').onDelete('cascade'),
    )
    .addColumn('code', text, (column) => column.notNull().unique())
    .addColumn('created_at', instant, (column) => column.notNull())
    .execute();

  await schema
    .createTable('blocks')
    .addColumn('blocker_id', text, (column) =>
      column.notNull().references('users.user_id').onDelete('cascade'),
    )
    .addColumn('blocked_id', text, (column) =>
      column.notNull().references('users.user_id').onDelete('cascade'),
    )
    .addColumn('blocked_at', instant, (column) => column.notNull())
    .addColumn('was_seen', flag, (column) => column.notNull())
    .addColumn('username', text)
    .addColumn('profile_picture_url', text)
    .addPrimaryKeyConstraint('blocks_pkey', ['blocker_id', 'blocked_id'])
    .execute();
  await schema.createIndex('blocks_blocked_id').on('blocks').column('blocked_id').execute();
}
