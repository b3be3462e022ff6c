import type { UsageRecord } from '@polylogue/contract';
import { storable } from '@polylogue/sync';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Queries } from '../../platform/database/database.ts';
import type { Tables } from '../../platform/database/tables.ts';

export type UsageRecordRow = Selectable<Tables['usage_records']>;

/** The row of a record; browsers leave out what there was none of. */
export function usageRow(feed: number, record: UsageRecord): UsageRecordRow {
  const { purpose = null, fee_usd_micros = 0, searches = 0, pictures = 0, seconds = 0, ...rest } = record;
  const day = Math.floor(record.created_at / 86_400_000);
  const [provider, model, host] = [storable(rest.provider), storable(rest.model), storable(rest.host)];
  return {
    ...{ ...rest, feed, day, provider, model, host },
    ...{ purpose, fee_usd_micros, searches, pictures, seconds },
  };
}

interface AskedUsage {
  feed: number;
  /** Days, both included. */
  from: number;
  to: number;
  /** Ids of records that are left out, at least one. */
  without: readonly string[];
}

/** How many days are listed at most, with each model. */
const mostRows = 20_000;

/** What the answers of accounts used, on the database or in a transaction. */
export function usageStore(db: Queries) {
  const usageOf = (feed: number) => db.selectFrom('usage_records').where('feed', '=', feed);
  const asked = ({ feed, from, to, without }: AskedUsage) =>
    usageOf(feed)
      .where('day', '>=', from)
      .where('day', '<=', to)
      .where('usage_id', 'not in', without)
      .select(sums);

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

    /** Newest first. */
    byDay: (usage: AskedUsage) =>
      asked(usage)
        .select(['day', 'provider', 'model', 'host'])
        .groupBy(['day', 'provider', 'model', 'host'])
        .orderBy('day', 'desc')
        .limit(mostRows)
        .execute(),

    /** Those that cost most, and then those that took most. */
    async byConversation(usage: AskedUsage, limit: number) {
      const rows = await asked(usage)
        .select(['conversation_id', isTurn.as('is_turn')])
        .groupBy(['conversation_id', isTurn])
        .orderBy(cost, 'desc')
        .orderBy(tokens, 'desc')
        .limit(limit)
        .execute();
      return rows.map(({ is_turn, ...row }) => ({ ...row, is_space: is_turn === 1 }));
    },
  };
}

const isTurn = sql<number>`case when purpose = 'turn' then 1 else 0 end`;
const cost = sql`sum(coalesce(usd_micros, 0) + coalesce(fee_usd_micros, 0))`;
const tokens = sql`sum(input + output)`;

const counted = (condition: RawBuilder<unknown>) =>
  sql<number>`sum(case when ${condition} then 1 else 0 end)`;
const summed = (column: string) => sql<number>`coalesce(sum(${sql.ref(column)}), 0)`;

const sums = () => [
  sql<number>`count(*)`.as('answers'),
  summed('input').as('input'),
  summed('output').as('output'),
  summed('cached').as('cached'),
  summed('reasoning').as('reasoning'),
  summed('usd_micros').as('usd_micros'),
  summed('fee_usd_micros').as('fee_usd_micros'),
  counted(sql`usd_micros is null`).as('unpriced'),
  counted(sql`fee_usd_micros is null`).as('unknown_fees'),
  counted(sql`is_estimate`).as('estimates'),
  summed('searches').as('searches'),
  summed('pictures').as('pictures'),
  summed('seconds').as('seconds'),
];
