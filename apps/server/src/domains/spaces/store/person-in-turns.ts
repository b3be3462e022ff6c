import { sql } from 'kysely';
import type { Queries } from '../../../platform/database/database.ts';

// One person's turns, for their copy and for when they leave.

/** A space's turns after that one; the segments only of those that the person asked or answered. */
export const turnsConcerning = (db: Queries, userId: string, feed: number, after: string, limit: number) =>
  db
    .selectFrom('space_turns')
    .select(['turn_id', 'asked_at', 'state', 'asked_by', 'left_out'])
    .select(
      sql<string | null>`case when asked_by = ${userId} or segments like ${`%${JSON.stringify(userId)}%`}
        then segments end`.as('segments'),
    )
    .where('feed', '=', feed)
    .where('turn_id', '>', after)
    .orderBy('turn_id')
    .limit(limit)
    .execute();

/** Answers to a person's questions, ordered by space, then by message. */
export const answersTo = (db: Queries, userId: string, after: number, limit: number) =>
  db
    .selectFrom('space_messages')
    .innerJoin('space_turns', (join) =>
      join
        .onRef('space_turns.feed', '=', 'space_messages.feed')
        .onRef('space_turns.turn_id', '=', 'space_messages.message_id'),
    )
    .innerJoin('spaces', 'spaces.feed', 'space_messages.feed')
    .select(['row_id', 'spaces.space_id', 'space_turns.asked_at', 'space_turns.text'])
    .where('by_id', '=', userId)
    .where('kind', '=', 'turn')
    .where('row_id', '>', after)
    .orderBy('row_id')
    .limit(limit)
    .execute();

/** Removes a departed person's name from a turn. */
export async function forgetNameInTurn(
  db: Queries,
  userId: string,
  feed: number,
  turnId: string,
): Promise<void> {
  // Ids of messages are chosen by browsers: one may be the same.
  const held = (id: string) => `"holder_id":${JSON.stringify(id)}`;
  const key = (id: string) => `${JSON.stringify(id)}:`;
  await db
    .updateTable('space_turns')
    .set({
      segments: sql`replace(segments, ${held(userId)}, ${held('')})`,
      excluded: sql`replace(excluded, ${key(userId)}, ${key('')})`,
    })
    .where('feed', '=', feed)
    .where('turn_id', '=', turnId)
    .execute();
}
