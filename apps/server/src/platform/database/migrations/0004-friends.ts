import type { Migration } from './migration.ts';

/** Friendships, friend requests, blocks and reports. */
export const friends: Migration = {
  name: '0004-friends',
  async up({ schema }, { text, instant, flag }) {
    await schema
      .createTable('friendships')
      .addColumn('low_id', text, (column) => column.notNull().references('users.user_id').onDelete('cascade'))
      .addColumn('high_id', text, (column) =>
        column.notNull().references('users.user_id').onDelete('cascade'),
      )
      .addColumn('since', instant, (column) => column.notNull())
      .addColumn('asked_by', text, (column) => column.notNull())
      .addColumn('request_id', text, (column) => column.notNull().unique())
      .addPrimaryKeyConstraint('friendships_pkey', ['low_id', 'high_id'])
      .execute();
    await schema.createIndex('friendships_high_id').on('friendships').column('high_id').execute();

    await schema
      .createTable('friend_requests')
      .addColumn('request_id', text, (column) => column.primaryKey())
      .addColumn('from_id', text, (column) =>
        column.notNull().references('users.user_id').onDelete('cascade'),
      )
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
      .addPrimaryKeyConstraint('blocks_pkey', ['blocker_id', 'blocked_id'])
      .execute();
    await schema.createIndex('blocks_blocked_id').on('blocks').column('blocked_id').execute();

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
  },
};
