import type { Selectable } from 'kysely';
import type { Queries } from '../database/database.ts';
import type { Tables } from '../database/tables.ts';
import { refuse } from '../http/refuse.ts';

export type Feed = Selectable<Tables['feeds']>;

/** Row ids of one feed are less than this apart. */
export const rowsPerFeed = 2 ** 32;

/** Feeds have smaller numbers than this: the row ids of others would not be exact. */
export const mostFeeds = 2 ** 21;

/**
 * The row id for the number `row` in a feed; for a number beyond its rows, that of its end: one that a browser made up
 * must not lead into the feeds of others.
 */
export const rowIdOf = (feed: number, row: number): number => feed * rowsPerFeed + Math.min(row, rowsPerFeed);

/** The number of a row in its feed. */
export const feedNumberOf = (rowId: number): number => rowId % rowsPerFeed;

/** Change feeds, on the database or in a transaction. */
export function feedStore(db: Queries) {
  return {
    of: (ownerId: string): Promise<Feed | undefined> =>
      db.selectFrom('feeds').selectAll().where('owner_id', '=', ownerId).executeTakeFirst(),

    /** Does nothing if the feed already exists. Inside a transaction, which a refusal undoes. */
    async create(kind: Feed['kind'], ownerId: string): Promise<void> {
      const created = await db
        .insertInto('feeds')
        .values({ kind, owner_id: ownerId })
        .onConflict((conflict) => conflict.column('owner_id').doNothing())
        .returning('feed')
        .executeTakeFirst();
      if (created && created.feed >= mostFeeds) {
        refuse(
          'no-room',
          'This server has no numbers left for more spaces and accounts. Contact its operator.',
        );
      }
    },

    /** Locks the feed against other writers until the transaction ends; undefined if it was deleted. */
    claim: (feed: number): Promise<Feed | undefined> =>
      db
        .updateTable('feeds')
        .set((row) => ({ head: row.ref('head') }))
        .where('feed', '=', feed)
        .returningAll()
        .executeTakeFirst(),

    async advance(feed: number, change: Pick<Feed, 'head' | 'rows' | 'messages' | 'bytes'>): Promise<void> {
      await db.updateTable('feeds').set(change).where('feed', '=', feed).execute();
    },

    /** The heads of those that exist, by owner. */
    async heads(ownerIds: readonly string[]): Promise<Map<string, number>> {
      if (ownerIds.length === 0) return new Map();
      const rows = await db
        .selectFrom('feeds')
        .select(['owner_id', 'head'])
        .where('owner_id', 'in', ownerIds)
        .execute();
      return new Map(rows.map(({ owner_id, head }) => [owner_id, head]));
    },
  };
}
