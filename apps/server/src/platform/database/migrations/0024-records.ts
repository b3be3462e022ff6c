import type { Migration } from './migration.ts';

/** What accounts store beside conversations and messages: folders, prompts, instructions. */
export const addRecords: Migration = {
  name: '0024-records',
  async up({ schema }, { text, bytes }) {
    await schema
      .createTable('records')
      .addColumn('feed', 'bigint', (column) => column.notNull())
      .addColumn('kind', text, (column) => column.notNull())
      .addColumn('record_id', text, (column) => column.notNull())
      .addColumn('seq', 'bigint', (column) => column.notNull())
      .addColumn('bytes', bytes, (column) => column.notNull())
      .addColumn('fields', text, (column) => column.notNull())
      .addPrimaryKeyConstraint('records_key', ['feed', 'kind', 'record_id'])
      .execute();
    await schema.createIndex('records_seq').on('records').columns(['feed', 'seq']).execute();
  },
};
