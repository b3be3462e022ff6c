import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/**
 * What nodes count together. No personal data: keys are hashes, and a row is removed soon after it has ended, which is an
 * hour after the last failure, or a day after the first upload. All of it is gone after a crash of PostgreSQL, as counts
 * are after a restart of a single process.
 */
export const sharedLimits: Migration = {
  name: '0015-shared-limits',
  async up({ schema }, { text, instant, whole, bytes }, dialect) {
    await schema
      .createTable('shared_counts')
      .addColumn('key', text, (column) => column.notNull().primaryKey())
      .addColumn('count', bytes, (column) => column.notNull())
      .addColumn('ends_at', instant, (column) => column.notNull())
      .$call((table) => (dialect === 'postgres' ? table.modifyFront(sql`unlogged`) : table))
      .execute();
    await schema
      .createTable('failed_attempts')
      .addColumn('key', text, (column) => column.notNull().primaryKey())
      .addColumn('failures', whole, (column) => column.notNull())
      .addColumn('not_before', instant, (column) => column.notNull())
      .addColumn('forgotten_at', instant, (column) => column.notNull())
      .$call((table) => (dialect === 'postgres' ? table.modifyFront(sql`unlogged`) : table))
      .execute();
  },
};
