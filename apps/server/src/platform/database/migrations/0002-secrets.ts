import type { Migration } from './migration.ts';

/** Random bytes by purpose, known to every node and to no one else. */
export const secrets: Migration = {
  name: '0002-secrets',
  async up({ schema }, { text, instant }) {
    await schema
      .createTable('secrets')
      .addColumn('name', text, (column) => column.primaryKey())
      .addColumn('secret', text, (column) => column.notNull())
      .addColumn('created_at', instant, (column) => column.notNull())
      .execute();
  },
};
