import { sql } from 'kysely';
import type { Queries } from '../../../platform/database/database.ts';

// How much of their authors' text quota posts use (bytes).

export async function usedText(db: Queries, userId: string): Promise<number> {
  const row = await db
    .selectFrom('space_texts')
    .select('bytes')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row?.bytes ?? 0;
}

/** Adds to it, and returns the sum. Others who write for the same person wait until the transaction ends. */
export async function addUsedText(db: Queries, userId: string, more: number): Promise<number> {
  const { bytes } = await db
    .insertInto('space_texts')
    .values({ user_id: userId, bytes: more })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet({ bytes: sql`space_texts.bytes + ${more}` }),
    )
    .returning('bytes')
    .executeTakeFirstOrThrow();
  return bytes;
}
