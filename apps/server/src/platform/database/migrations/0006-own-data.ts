import type { Migration } from './migration.ts';

/** Copies of personal data, people who are leaving, and the names of deleted accounts that stay reserved. */
export const ownData: Migration = {
  name: '0006-own-data',
  async up({ schema }, { text, instant, bytes }) {
    await schema.alterTable('jobs').addColumn('about', text).execute();
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
      .addColumn('created_at', instant, (column) => column.notNull())
      .addColumn('expires_at', instant, (column) => column.notNull())
      .execute();
    await schema.createIndex('exports_expires_at').on('exports').column('expires_at').execute();

    await schema
      .createTable('departures')
      .addColumn('user_id', text, (column) =>
        column.primaryKey().references('users.user_id').onDelete('cascade'),
      )
      .addColumn('email', text, (column) => column.notNull())
      .addColumn('left_at', instant, (column) => column.notNull())
      .execute();

    await schema
      .createTable('retired_names')
      .addColumn('name_hash', text, (column) => column.primaryKey())
      .addColumn('free_at', instant, (column) => column.notNull())
      .execute();
    await schema.createIndex('retired_names_free_at').on('retired_names').column('free_at').execute();
  },
};
