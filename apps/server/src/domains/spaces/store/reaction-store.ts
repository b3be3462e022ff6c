import { type Selectable, sql } from 'kysely';
import type { Queries } from '../../../platform/database/database.ts';
import type { Tables } from '../../../platform/database/tables.ts';

export type ReactionRow = Selectable<Tables['space_reactions']>;

/** Reactions to messages, on the database or in a transaction. */
export function reactionStore(db: Queries) {
  /** Whether it was there. */
  async function remove({ row_id, emoji, user_id }: Omit<ReactionRow, 'created_at'>): Promise<boolean> {
    const { numDeletedRows } = await db
      .deleteFrom('space_reactions')
      .where('row_id', '=', row_id)
      .where('emoji', '=', emoji)
      .where('user_id', '=', user_id)
      .executeTakeFirst();
    return numDeletedRows > 0n;
  }

  return {
    /** In the order in which they were made. */
    async of(rowIds: readonly number[]): Promise<ReactionRow[]> {
      if (rowIds.length === 0) return [];
      return db
        .selectFrom('space_reactions')
        .selectAll()
        .where('row_id', 'in', rowIds)
        .orderBy('created_at')
        .orderBy('emoji')
        .orderBy('user_id')
        .execute();
    },

    /** Those of everyone, or of one person. */
    async kinds(rowId: number, userId?: string): Promise<string[]> {
      const rows = await db
        .selectFrom('space_reactions')
        .select('emoji')
        .distinct()
        .where('row_id', '=', rowId)
        .$if(userId !== undefined, (query) => query.where('user_id', '=', userId ?? ''))
        .execute();
      return rows.map(({ emoji }) => emoji);
    },

    /** How many a person has made; counts up to `most`. */
    async countBy(userId: string, most: number): Promise<number> {
      const { count } = await db
        .selectFrom(
          db
            .selectFrom('space_reactions')
            .select('user_id')
            .where('user_id', '=', userId)
            .limit(most)
            .as('counted'),
        )
        .select((row) => row.fn.countAll().as('count'))
        .executeTakeFirstOrThrow();
      return Number(count);
    },

    /** How many each of these posts has. */
    async counts(rowIds: readonly number[]): Promise<Map<number, number>> {
      const rows = await db
        .selectFrom('space_reactions')
        .select((row) => ['row_id' as const, row.fn.countAll().as('count')])
        .where('row_id', 'in', rowIds)
        .groupBy('row_id')
        .execute();
      return new Map(rows.map(({ row_id, count }) => [row_id, Number(count)]));
    },

    async add(row: ReactionRow): Promise<void> {
      await db.insertInto('space_reactions').values(row).execute();
    },

    remove,

    async removeAll(rowIds: readonly number[]): Promise<void> {
      await db.deleteFrom('space_reactions').where('row_id', 'in', rowIds).execute();
    },

    /** A person's own after that one, by message and emoji. */
    by: (userId: string, last: Pick<ReactionRow, 'row_id' | 'emoji'> | undefined, limit: number) =>
      db
        .selectFrom('space_reactions as own')
        .innerJoin('space_messages', 'space_messages.row_id', 'own.row_id')
        .innerJoin('spaces', 'spaces.feed', 'space_messages.feed')
        .select(['own.row_id', 'own.emoji', 'own.created_at', 'spaces.space_id'])
        .where('own.user_id', '=', userId)
        .$if(last !== undefined, (query) =>
          query.where(sql<boolean>`(own.row_id, own.emoji) > (${last?.row_id}, ${last?.emoji})`),
        )
        .orderBy('own.row_id')
        .orderBy('own.emoji')
        .limit(limit)
        .execute(),

    async forget(userId: string, limit: number): Promise<number> {
      const rows = await db
        .selectFrom('space_reactions')
        .select(['row_id', 'emoji'])
        .where('user_id', '=', userId)
        .limit(limit)
        .execute();
      for (const { row_id, emoji } of rows) await remove({ row_id, emoji, user_id: userId });
      return rows.length;
    },
  };
}
