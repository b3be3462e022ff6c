import type { Queries } from '../database/database.ts';
import type { IndexEntry, RowPlace } from './index-entry.ts';

/** A table of messages that are indexed. */
export interface IndexSource {
  table: 'messages' | 'space_messages';
  /** The entries of these rows, without those that nobody may find. */
  entries(on: Queries, rowIds: readonly number[]): Promise<IndexEntry[]>;
}

/** Rows of a table of messages after one, in their order. */
export const rowsAfter = (
  on: Queries,
  { table }: IndexSource,
  after: number,
  limit: number,
): Promise<RowPlace[]> =>
  on
    .selectFrom(table)
    .select(['row_id', 'created_at'])
    .where('row_id', '>', after)
    .orderBy('row_id')
    .limit(limit)
    .execute();
