import type { Segment, TurnEnding, TurnRow } from '@polylogue/sync/turns';
import { type Selectable, sql } from 'kysely';
import type { Queries } from '../../../platform/database/database.ts';
import type { Dialect } from '../../../platform/database/dialect.ts';
import type { Tables } from '../../../platform/database/tables.ts';

export type TurnTableRow = Selectable<Tables['space_turns']>;

/** Identifies the current lease: a write succeeds only if it has not changed since the turn was read. */
type Lease = Pick<TurnRow, 'state' | 'epoch' | 'connection'>;

/** Turns of spaces, on the database or in a transaction. */
export function turnStore(db: Queries) {
  const turn = (feed: number, turnId: string) =>
    db.selectFrom('space_turns').selectAll().where('feed', '=', feed).where('turn_id', '=', turnId);
  const update = (feed: number, turnId: string, { state, epoch, connection }: Lease) =>
    db
      .updateTable('space_turns')
      .where('feed', '=', feed)
      .where('turn_id', '=', turnId)
      .where('state', '=', state)
      .where('epoch', '=', epoch)
      .where((row) =>
        connection === null ? row('connection', 'is', null) : row('connection', '=', connection),
      );

  return {
    turn: (feed: number, turnId: string): Promise<TurnTableRow | undefined> =>
      turn(feed, turnId).executeTakeFirst(),

    inSpace: (spaceId: string, turnId: string): Promise<TurnTableRow | undefined> =>
      db
        .selectFrom('space_turns')
        .selectAll('space_turns')
        .innerJoin('spaces', 'spaces.feed', 'space_turns.feed')
        .where('spaces.space_id', '=', spaceId)
        .where('space_turns.turn_id', '=', turnId)
        .executeTakeFirst(),

    async turns(feed: number, ids: readonly string[]): Promise<TurnTableRow[]> {
      if (ids.length === 0) return [];
      return db
        .selectFrom('space_turns')
        .selectAll()
        .where('feed', '=', feed)
        .where('turn_id', 'in', ids)
        .execute();
    },

    /** The turns of a space that have not ended, oldest first. */
    open: (spaceId: string): Promise<TurnTableRow[]> =>
      db
        .selectFrom('space_turns')
        .selectAll()
        .where('is_open', '=', true)
        .where('space_id', '=', spaceId)
        .orderBy('asked_at')
        .orderBy('turn_id')
        .execute(),

    /** The same in all spaces, without their text; those with a lease first, so that waiting ones cannot hide them. */
    allOpen: (limit: number) =>
      db
        .selectFrom('space_turns')
        .select(['space_id', 'turn_id', 'state', 'asked_at', 'lease_until'])
        .where('is_open', '=', true)
        .orderBy('lease_until', (order) => order.asc().nullsLast())
        .orderBy('asked_at')
        .limit(limit)
        .execute(),

    async add(row: TurnTableRow): Promise<void> {
      await db.insertInto('space_turns').values(row).execute();
    },

    /** Lets a turn that was never offered read a later post as well. */
    async raiseReadsUntil(feed: number, turnId: string, number: number): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('space_turns')
        .set({ reads_until: number })
        .where('feed', '=', feed)
        .where('turn_id', '=', turnId)
        .where('state', '=', 'waiting')
        .where('epoch', '=', 0)
        .executeTakeFirstOrThrow();
      return numUpdatedRows === 1n;
    },

    /** False if the lease has changed. */
    async saveState(feed: number, turnId: string, expected: Lease, row: TurnRow): Promise<boolean> {
      const { numUpdatedRows } = await update(feed, turnId, expected)
        .set(columnsOf(row))
        .executeTakeFirstOrThrow();
      return numUpdatedRows === 1n;
    },

    /** Saves only the connection, the lease, the time of the last word and the text; false if the lease has changed. */
    async saveText(
      feed: number,
      turnId: string,
      expected: Lease,
      { connection, lease_until, word_at, text }: TurnRow,
    ): Promise<boolean> {
      const { numUpdatedRows } = await update(feed, turnId, expected)
        .set({ connection, lease_until, word_at, text })
        .executeTakeFirstOrThrow();
      return numUpdatedRows === 1n;
    },

    /** The last turns of a space, newest first. */
    last: (feed: number, limit: number) =>
      db
        .selectFrom('space_turns')
        .select(['asked_by', 'asked_at', 'segments'])
        .where('feed', '=', feed)
        .orderBy('asked_at', 'desc')
        .limit(limit)
        .execute(),

    /**
     * What the last turns of a space cost: the questions of each person, and what each paid for. Summed by the database,
     * since receipts are long.
     */
    async costs(feed: number, limit: number, dialect: Dialect) {
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
      const { rows } = await sql<{ holder_id: string | null; answered: number; usd: number; tokens: number }>`
        select holder_id, count(*) as answered, sum(usd) as usd, sum(tokens) as tokens from (
          select ${field('holder_id')} as holder_id, ${number('spent', 'usd')} as usd,
            case when ${field('spent', 'usd')} is null
              then ${number('spent', 'input')} + ${number('spent', 'output')} else 0 end as tokens
          from ${last} cross join ${segments}
          where ${field('started')} is not null
        ) as paid group by holder_id`.execute(db);
      return { asked, paid: rows };
    },

    async clearText(feed: number, turnId: string): Promise<void> {
      await db
        .updateTable('space_turns')
        .set({ text: '' })
        .where('feed', '=', feed)
        .where('turn_id', '=', turnId)
        .execute();
    },

    // One person's turns, for their copy and for when they leave.

    /** A space's turns after that one; the segments only of those that the person asked or answered. */
    concerning: (userId: string, feed: number, after: string, limit: number) =>
      db
        .selectFrom('space_turns')
        .select(['turn_id', 'asked_at', 'state', 'asked_by'])
        .select(
          sql<string | null>`case when asked_by = ${userId} or segments like ${`%${JSON.stringify(userId)}%`}
            then segments end`.as('segments'),
        )
        .where('feed', '=', feed)
        .where('turn_id', '>', after)
        .orderBy('turn_id')
        .limit(limit)
        .execute(),

    /** Answers to a person's questions, ordered by space, then by message. */
    answersTo: (userId: string, after: number, limit: number) =>
      db
        .selectFrom('space_messages')
        .innerJoin('space_turns', (join) =>
          join
            .onRef('space_turns.feed', '=', 'space_messages.feed')
            .onRef('space_turns.turn_id', '=', 'space_messages.message_id'),
        )
        .innerJoin('spaces', 'spaces.feed', 'space_messages.feed')
        .select(['row_id', 'spaces.name as space', 'space_turns.asked_at', 'space_turns.text'])
        .where('by_id', '=', userId)
        .where('kind', '=', 'turn')
        .where('row_id', '>', after)
        .orderBy('row_id')
        .limit(limit)
        .execute(),

    /** Removes a departed person's name from a turn. */
    async forgetName(userId: string, feed: number, turnId: string): Promise<void> {
      const quoted = JSON.stringify(userId);
      await db
        .updateTable('space_turns')
        .set({
          segments: sql`replace(segments, ${quoted}, '""')`,
          excluded: sql`replace(excluded, ${quoted}, '""')`,
        })
        .where('feed', '=', feed)
        .where('turn_id', '=', turnId)
        .execute();
    },
  };
}

/** A stored turn in the form that the state machine uses. */
export function turnRowOf(row: TurnTableRow): TurnRow {
  return {
    state: row.state,
    asked_by: row.asked_by ?? '',
    asked_on: row.asked_on,
    asked_at: row.asked_at,
    epoch: row.epoch,
    holder_id: row.holder_id,
    connection: row.connection,
    lease_until: row.lease_until,
    base: row.base,
    text: row.text,
    word_at: row.word_at,
    running_since: row.running_since,
    ran: row.ran,
    segments: JSON.parse(row.segments) as Segment[],
    excluded: JSON.parse(row.excluded) as Record<string, number>,
    ended_at: row.ended_at,
    because: row.because as TurnEnding | null,
  };
}

/** Leaves out the asker and the time: they never change. */
export function columnsOf({ asked_by: _, asked_at: __, ...row }: TurnRow) {
  return {
    ...row,
    is_open: row.ended_at === null,
    segments: JSON.stringify(row.segments),
    excluded: JSON.stringify(row.excluded),
  };
}
