import type { Migration } from './migration.ts';

/** Hashes of the ids of sign-ins whose account was deleted: no personal data, and nothing else is left of them. */
export const deletedSignIns: Migration = {
  name: '0017-deleted-sign-ins',
  async up({ schema }, { text, instant }) {
    await schema
      .createTable('deleted_sign_ins')
      .addColumn('sign_in_hash', text, (column) => column.primaryKey())
      .addColumn('deleted_at', instant, (column) => column.notNull())
      .execute();
    await schema
      .createIndex('deleted_sign_ins_deleted_at')
      .on('deleted_sign_ins')
      .column('deleted_at')
      .execute();
  },
};
