import type { Selectable } from 'kysely';
import type { Queries } from '../../platform/database/database.ts';
import type { Tables } from '../../platform/database/tables.ts';

export type UsageRecordRow = Selectable<Tables['usage_records']>;

/** What the answers of accounts used, on the database or in a transaction. */
export function usageStore(db: Queries) {
  const usageOf = (feed: number) => db.selectFrom('usage_records').where('feed', '=', feed);

  return {
    /** Which of these ids exist. */
    async known(feed: number, ids: readonly string[]): Promise<Set<string>> {
      if (ids.length === 0) return new Set();
      const rows = await usageOf(feed).select('usage_id').where('usage_id', 'in', ids).execute();
      return new Set(rows.map(({ usage_id }) => usage_id));
    },

    async add(rows: readonly UsageRecordRow[]): Promise<void> {
      if (rows.length > 0) await db.insertInto('usage_records').values(rows).execute();
    },

    /** Ordered by id, after the given one. */
    after: (feed: number, after: string, limit: number): Promise<UsageRecordRow[]> =>
      usageOf(feed).selectAll().where('usage_id', '>', after).orderBy('usage_id').limit(limit).execute(),
  };
}
