import { type Kysely, sql } from 'kysely';
import type { Migration } from './migration.ts';

interface Then {
  space_texts: { user_id: string; bytes: number };
}

const batch = 100;

/**
 * How much of people's text quota their messages in spaces use, counted anew. Before, deleting an answer of the AI gave
 * back more than it had taken.
 */
export const recountedTexts: Migration = {
  name: '0019-recounted-texts',
  async up(trx) {
    const db = trx as Kysely<Then>;
    for (let after = ''; ; ) {
      const people = await db
        .selectFrom('space_texts')
        .select('user_id')
        .where('user_id', '>', after)
        .orderBy('user_id')
        .limit(batch)
        .execute();
      const last = people.at(-1);
      if (!last) return;
      const stored = sql<number>`(select coalesce(sum(message.bytes), 0) from space_messages as message
        where message.by_id = space_texts.user_id and message.kind <> 'notice')`;
      await db
        .updateTable('space_texts')
        .set({ bytes: stored })
        .where('user_id', '>', after)
        .where('user_id', '<=', last.user_id)
        .execute();
      after = last.user_id;
    }
  },
};
