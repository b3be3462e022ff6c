import type { Migration } from './migration.ts';

/** What the index of messages has still to read. */
export const searchTables: Migration = {
  name: '0025-search',
  async up({ schema }, { text, instant, flag, whole }) {
    await schema
      .createTable('unindexed')
      .addColumn('row_id', 'bigint', (column) => column.primaryKey())
      .addColumn('created_at', instant, (column) => column.notNull())
      .addColumn('times', whole, (column) => column.notNull())
      .execute();
    await schema
      .createTable('search_progress')
      .addColumn('name', text, (column) => column.primaryKey())
      .addColumn('generation', 'bigint', (column) => column.notNull())
      .addColumn('messages_upto', 'bigint', (column) => column.notNull())
      .addColumn('space_messages_upto', 'bigint', (column) => column.notNull())
      .addColumn('is_done', flag, (column) => column.notNull())
      .execute();
  },
};
