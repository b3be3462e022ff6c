import type { Migration } from './migration.ts';

/** What usage records are for, and what is charged besides tokens. */
export const usage: Migration = {
  name: '0026-usage',
  async up({ schema }, { text }) {
    await schema.alterTable('usage_records').addColumn('purpose', text).execute();
    // Null: not known. Records from before have none.
    await schema
      .alterTable('usage_records')
      .addColumn('fee_usd_micros', 'bigint', (column) => column.defaultTo(0))
      .execute();
    for (const count of ['searches', 'pictures', 'seconds']) {
      await schema
        .alterTable('usage_records')
        .addColumn(count, 'bigint', (column) => column.notNull().defaultTo(0))
        .execute();
    }
  },
};
