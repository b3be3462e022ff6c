import type { TurnRow } from '@polylogue/sync/turns';
import type { Queries } from '../../../platform/database/database.ts';
import { columnsOf, type TurnTableRow } from './turn-row.ts';

/** Identifies the current lease: a write succeeds only if it has not changed since the turn was read. */
type Lease = Pick<TurnRow, 'state' | 'epoch' | 'connection'>;

type Wanted = { provider: string; model: string } | null;

/** What a post changes that joins a turn. */
type Joined = Pick<TurnTableRow, 'reads_until' | 'left_out'>;

/** Turns of spaces, on the database or in a transaction. */
export function turnStore(db: Queries) {
  const one = (feed: number, turnId: string) =>
    db.updateTable('space_turns').where('feed', '=', feed).where('turn_id', '=', turnId);

  const update = (feed: number, turnId: string, { state, epoch, connection }: Lease) =>
    one(feed, turnId)
      .where('state', '=', state)
      .where('epoch', '=', epoch)
      .where((row) =>
        connection === null ? row('connection', 'is', null) : row('connection', '=', connection),
      );

  return {
    find: (feed: number, turnId: string): Promise<TurnTableRow | undefined> =>
      db
        .selectFrom('space_turns')
        .selectAll()
        .where('feed', '=', feed)
        .where('turn_id', '=', turnId)
        .executeTakeFirst(),

    inSpace: (spaceId: string, turnId: string): Promise<TurnTableRow | undefined> =>
      db
        .selectFrom('space_turns')
        .selectAll('space_turns')
        .innerJoin('spaces', 'spaces.feed', 'space_turns.feed')
        .where('spaces.space_id', '=', spaceId)
        .where('space_turns.turn_id', '=', turnId)
        .executeTakeFirst(),

    async some(feed: number, ids: readonly string[]): Promise<TurnTableRow[]> {
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

    /** Lets a turn that waits read a later post as well. */
    async join(feed: number, turnId: string, change: Joined): Promise<boolean> {
      const { numUpdatedRows } = await one(feed, turnId)
        .set(change)
        .where('state', '=', 'waiting')
        .executeTakeFirstOrThrow();
      return numUpdatedRows === 1n;
    },

    /** By a press of who asked: from then on it is a question like any other. */
    async setWants(feed: number, turnId: string, wants: Wanted): Promise<void> {
      await one(feed, turnId)
        .set({ wants: wants && JSON.stringify(wants), is_automatic: false })
        .execute();
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

    /** The last turns of a space that a browser had and that have ended, newest first. */
    last: (feed: number, limit: number) =>
      db
        .selectFrom('space_turns')
        .select(['asked_by', 'asked_at', 'segments'])
        .where('feed', '=', feed)
        .where('is_open', '=', false)
        .where('epoch', '>', 0)
        .orderBy('asked_at', 'desc')
        .limit(limit)
        .execute(),

    async clearText(feed: number, turnId: string): Promise<void> {
      await one(feed, turnId).set({ text: '' }).execute();
    },
  };
}
