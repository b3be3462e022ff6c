import type { Selectable } from 'kysely';
import type { Queries } from '../../../platform/database/database.ts';
import type { Tables } from '../../../platform/database/tables.ts';

export type BlockRow = Selectable<Tables['blocks']>;

/** Blocks between people, on the database or in a transaction. */
export function blockStore(db: Queries) {
  return {
    /** Between a person and these others, of whom there is at least one. */
    between(userId: string, others: readonly string[]): Promise<BlockRow[]> {
      return db
        .selectFrom('blocks')
        .selectAll()
        .where((row) =>
          row.or([
            row('blocker_id', '=', userId).and('blocked_id', 'in', others),
            row('blocked_id', '=', userId).and('blocker_id', 'in', others),
          ]),
        )
        .execute();
    },

    async count(blocker: string): Promise<number> {
      const { count } = await db
        .selectFrom('blocks')
        .select((row) => row.fn.countAll<number>().as('count'))
        .where('blocker_id', '=', blocker)
        .executeTakeFirstOrThrow();
      return count;
    },

    async add(row: BlockRow): Promise<void> {
      await db
        .insertInto('blocks')
        .values(row)
        .onConflict((conflict) => conflict.columns(['blocker_id', 'blocked_id']).doNothing())
        .execute();
    },

    async remove(blocker: string, blocked: string): Promise<boolean> {
      const { numDeletedRows } = await db
        .deleteFrom('blocks')
        .where('blocker_id', '=', blocker)
        .where('blocked_id', '=', blocked)
        .executeTakeFirstOrThrow();
      return numDeletedRows === 1n;
    },

    /** The people this person has blocked, newest first, except those they could not see and who block them now. */
    by(userId: string): Promise<BlockRow[]> {
      return db
        .selectFrom('blocks as mine')
        .leftJoin('blocks as theirs', (join) =>
          join
            .onRef('theirs.blocker_id', '=', 'mine.blocked_id')
            .onRef('theirs.blocked_id', '=', 'mine.blocker_id'),
        )
        .selectAll('mine')
        .where('mine.blocker_id', '=', userId)
        .where((row) => row.or([row('mine.was_seen', '=', true), row('theirs.blocker_id', 'is', null)]))
        .orderBy('mine.blocked_at', 'desc')
        .orderBy('mine.blocked_id', 'desc')
        .execute();
    },

    /** Those made by this person, and those against them. */
    async forget(userId: string): Promise<void> {
      await db
        .deleteFrom('blocks')
        .where((row) => row.or([row('blocker_id', '=', userId), row('blocked_id', '=', userId)]))
        .execute();
    },
  };
}
