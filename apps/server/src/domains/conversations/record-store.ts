import type { Selectable } from 'kysely';
import type { Queries } from '../../platform/database/database.ts';
import type { Tables } from '../../platform/database/tables.ts';

export type AccountRecord = Selectable<Tables['records']>;
export type AccountRecordKey = Pick<AccountRecord, 'kind' | 'record_id'>;

/** Kind and id as one text. */
export const accountRecordKey = ({ kind, record_id }: AccountRecordKey): string => `${kind} ${record_id}`;

/** What accounts store beside conversations and messages, on the database or in a transaction. */
export function recordStore(db: Queries) {
  const recordsOf = (feed: number) => db.selectFrom('records').where('feed', '=', feed);

  return {
    async among(feed: number, keys: readonly AccountRecordKey[]): Promise<AccountRecord[]> {
      if (keys.length === 0) return [];
      const ids = keys.map(({ record_id }) => record_id);
      const wanted = new Set(keys.map(accountRecordKey));
      const rows = await recordsOf(feed).selectAll().where('record_id', 'in', ids).execute();
      return rows.filter((row) => wanted.has(accountRecordKey(row)));
    },

    /** Keys and sizes, in the order of their last changes. */
    changedAfter: (feed: number, seq: number, limit: number) =>
      recordsOf(feed)
        .select(['kind', 'record_id', 'seq', 'bytes'])
        .where('seq', '>', seq)
        .orderBy('seq')
        .limit(limit)
        .execute(),

    async count(feed: number): Promise<number> {
      const found = await recordsOf(feed)
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow();
      return Number(found.count);
    },

    async put(row: AccountRecord): Promise<void> {
      const { feed, kind, record_id, ...change } = row;
      await db
        .insertInto('records')
        .values(row)
        .onConflict((conflict) => conflict.columns(['feed', 'kind', 'record_id']).doUpdateSet(change))
        .execute();
    },

    /** Ordered by kind and id, after the given one. */
    after(feed: number, last: AccountRecordKey | undefined, limit: number): Promise<AccountRecord[]> {
      const { kind = '', record_id = '' } = last ?? {};
      return recordsOf(feed)
        .selectAll()
        .where((row) =>
          row.or([
            row('kind', '>', kind),
            row.and([row('kind', '=', kind), row('record_id', '>', record_id)]),
          ]),
        )
        .orderBy('kind')
        .orderBy('record_id')
        .limit(limit)
        .execute();
    },
  };
}
