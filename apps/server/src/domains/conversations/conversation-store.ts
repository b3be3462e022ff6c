import { type Selectable, sql } from 'kysely';
import type { Queries } from '../../platform/database/database.ts';
import type { Tables } from '../../platform/database/tables.ts';

export type ConversationRecord = Selectable<Tables['conversations']>;

/** The size of a conversation without its messages. */
const fieldsBytes = sql<number>`octet_length(fields)`.as('bytes');

/** Conversations of accounts without their messages, on the database or in a transaction. */
export function conversationStore(db: Queries) {
  const conversationsOf = (feed: number) =>
    db.selectFrom('conversations').selectAll().where('feed', '=', feed);

  return {
    find: (feed: number, id: string): Promise<ConversationRecord | undefined> =>
      conversationsOf(feed).where('conversation_id', '=', id).executeTakeFirst(),

    async among(feed: number, ids: readonly string[]): Promise<ConversationRecord[]> {
      return ids.length === 0 ? [] : conversationsOf(feed).where('conversation_id', 'in', ids).execute();
    },

    /** Places and sizes of those after a place, most recently written first, without permanently deleted ones. */
    newest(feed: number, before: { at: number; id: string } | undefined, limit: number) {
      return db
        .selectFrom('conversations')
        .select(['conversation_id', 'last_message_at', fieldsBytes])
        .where('feed', '=', feed)
        .where('purged_at', 'is', null)
        .$if(before !== undefined, (query) =>
          query.where(sql<boolean>`(last_message_at, conversation_id) < (${before?.at}, ${before?.id})`),
        )
        .orderBy('last_message_at', 'desc')
        .orderBy('conversation_id', 'desc')
        .limit(limit)
        .execute();
    },

    /** In order, after the given one: no change moves a conversation past those who page. */
    async ids(feed: number, after: string, limit: number): Promise<string[]> {
      const rows = await db
        .selectFrom('conversations')
        .select('conversation_id')
        .where('feed', '=', feed)
        .where('purged_at', 'is', null)
        .where('conversation_id', '>', after)
        .orderBy('conversation_id')
        .limit(limit)
        .execute();
      return rows.map(({ conversation_id }) => conversation_id);
    },

    /** Places and sizes, in the order of their last changes. */
    changedAfter: (feed: number, seq: number, limit: number) =>
      db
        .selectFrom('conversations')
        .select(['conversation_id', 'seq', fieldsBytes])
        .where('feed', '=', feed)
        .where('seq', '>', seq)
        .orderBy('seq')
        .limit(limit)
        .execute(),

    async put(row: ConversationRecord): Promise<void> {
      const { feed, conversation_id, created_at, ...change } = row;
      await db
        .insertInto('conversations')
        .values(row)
        .onConflict((conflict) => conflict.columns(['feed', 'conversation_id']).doUpdateSet(change))
        .execute();
    },

    /** Conversations of all accounts with messages to remove: being purged, or deleted before this time. */
    toPurge: (deletedBefore: number, limit: number): Promise<ConversationRecord[]> =>
      db
        .selectFrom('conversations')
        .selectAll()
        .where('purged_at', 'is', null)
        .where((row) => row.or([row('is_purging', '=', true), row('deleted_at', '<=', deletedBefore)]))
        .limit(limit)
        .execute(),
  };
}
