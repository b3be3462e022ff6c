import type { Migration } from './migration.ts';

/** The files that messages carry. A file stored for messages is named after its content, so that it is stored once. */
export const messageFiles: Migration = {
  name: '0014-message-files',
  async up({ schema }, { text, whole }) {
    await schema.alterTable('files').addColumn('sha256', text).execute();
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
  },
};
