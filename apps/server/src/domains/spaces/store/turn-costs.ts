import { sql } from 'kysely';
import type { Queries } from '../../../platform/database/database.ts';
import type { Dialect } from '../../../platform/database/dialect.ts';

/** What the answers of one person’s browsers cost. */
interface Paid {
  holder_id: string | null;
  answered: number;
  usd: number;
  tokens: number;
  /** Not 0: some of it is only the most that it can be. */
  bounds: number;
  /** Not 0: of some nothing is known. */
  unknowns: number;
}

/**
 * What the last turns of a space cost: the questions of each person, and what each paid for. Summed by the database,
 * since receipts are long.
 */
export async function turnCosts(db: Queries, feed: number, limit: number, dialect: Dialect) {
  const last = db
    .selectFrom('space_turns')
    .select(['asked_by', 'segments'])
    .where('feed', '=', feed)
    .orderBy('asked_at', 'desc')
    .limit(limit)
    .as('last');
  const asked = await db
    .selectFrom(last)
    .select((row) => ['asked_by' as const, row.fn.countAll().as('asked')])
    .groupBy('asked_by')
    .execute();
  const isPostgres = dialect === 'postgres';
  const segments = isPostgres
    ? sql`jsonb_array_elements(last.segments::jsonb) as one(segment)`
    : sql`json_each(last.segments)`;
  const field = (...path: string[]) =>
    isPostgres
      ? sql`segment #>> ${path}::text[]`
      : sql`json_extract(json_each.value, ${`$.${path.join('.')}`})`;
  const number = (...path: string[]) => sql`coalesce(cast(${field(...path)} as double precision), 0)`;
  const isTrue = isPostgres ? sql`'true'` : sql`1`;
  const { rows } = await sql<Paid>`
    select holder_id, count(*) as answered, sum(usd) as usd, sum(tokens) as tokens,
      max(bound) as bounds, max(unknown) as unknowns from (
      select ${field('holder_id')} as holder_id, ${number('spent', 'usd')} as usd,
        case when ${field('spent', 'usd')} is null
          then ${number('spent', 'input')} + ${number('spent', 'output')} else 0 end as tokens,
        case when ${field('spent', 'is_estimate')} = ${isTrue} then 1 else 0 end as bound,
        case when ${field('spent', 'input')} is null then 1 else 0 end as unknown
      from ${last} cross join ${segments}
      where ${field('started')} is not null or ${number('spent', 'input')} + ${number('spent', 'output')} > 0
    ) as paid group by holder_id`.execute(db);
  return { asked, paid: rows };
}
