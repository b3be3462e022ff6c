import { type Selectable, sql } from 'kysely';
import { pages } from '../batches/pages.ts';
import type { Queries } from '../database/database.ts';
import type { Tables } from '../database/tables.ts';
import type { RowPlace } from './index-entry.ts';

/** A message that the index has still to read. */
export interface QueuedRow extends RowPlace {
  /** How often it has changed since. */
  times: number;
}

const rowsAtOnce = 500;

/** Messages that have changed since the index read them; in the transaction of the change. */
export function searchQueue(db: Queries) {
  return {
    async add(rows: readonly RowPlace[]): Promise<void> {
      for (const page of pages(rows, rowsAtOnce)) {
        await db
          .insertInto('unindexed')
          .values(page.map(({ row_id, created_at }) => ({ row_id, created_at, times: 1 })))
          .onConflict((conflict) =>
            conflict.column('row_id').doUpdateSet({ times: sql`unindexed.times + 1` }),
          )
          .execute();
      }
    },

    /** Some of them; before they are removed, too. */
    async addStored(table: 'messages' | 'space_messages', rowIds: readonly number[]): Promise<void> {
      for (const page of pages(rowIds, rowsAtOnce)) {
        const rows = await db
          .selectFrom(table)
          .select(['row_id', 'created_at'])
          .where('row_id', 'in', page)
          .execute();
        await this.add(rows);
      }
    },

    some: (limit: number): Promise<QueuedRow[]> =>
      db.selectFrom('unindexed').selectAll().orderBy('row_id').limit(limit).execute(),

    /** Those that have not changed again. */
    async remove(rows: readonly QueuedRow[]): Promise<void> {
      for (const [times, same] of Map.groupBy(rows, (row) => row.times)) {
        const ids = same.map(({ row_id }) => row_id);
        await db.deleteFrom('unindexed').where('row_id', 'in', ids).where('times', '=', times).execute();
      }
    },
  };
}

export type SearchProgress = Selectable<Tables['search_progress']>;

/** How far the index has come with what was stored before it: the last row of each table that it has read. */
export function searchProgress(db: Queries) {
  return {
    /** Keeps other nodes out until the transaction ends. */
    async lock(): Promise<void> {
      await db
        .updateTable('search_progress')
        .set((row) => ({ generation: row.ref('generation') }))
        .execute();
    },
    async read(): Promise<SearchProgress> {
      const row = await db.selectFrom('search_progress').selectAll().executeTakeFirst();
      return (
        row ?? { name: 'messages', generation: 0, messages_upto: 0, space_messages_upto: 0, is_done: false }
      );
    },
    async write(row: SearchProgress): Promise<void> {
      const { name, ...change } = row;
      await db
        .insertInto('search_progress')
        .values(row)
        .onConflict((conflict) => conflict.column('name').doUpdateSet(change))
        .execute();
    },
  };
}
