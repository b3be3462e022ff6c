import { type Selectable, sql } from 'kysely';
import type { Queries } from '../../platform/database/database.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { rowIdOf } from '../../platform/feed/feeds.ts';

export type ConversationRow = Selectable<Tables['conversations']>;
export type MessageRow = Selectable<Tables['messages']>;
export type UsageRow = Selectable<Tables['usage_records']>;

/** A message without its texts, which may be long. */
export type MessageState = Omit<MessageRow, 'body' | 'reasoning'>;

/** What is written of a message that is there; texts are added to what it has. */
export interface MessageUpdate extends Omit<MessageState, 'created_at' | 'parent_id' | 'role'> {
  addedBody: string;
  addedReasoning: string;
}

const states = [
  'row_id',
  'feed',
  'message_id',
  'conversation_id',
  'parent_id',
  'seq',
  'created_at',
  'role',
  'body_length',
  'reasoning_length',
  'bytes',
  'details',
  'fields',
  'run_id',
  'ended_at',
] as const;

/** Where a page of messages ended. */
export interface Place {
  seq: number;
  rowId: number;
}

/** Conversations, messages and usage of accounts, on the database or on a transaction. */
export function conversationStore(db: Queries) {
  const conversationsOf = (feed: number) =>
    db.selectFrom('conversations').selectAll().where('feed', '=', feed);
  const messagesOf = (feed: number) => db.selectFrom('messages').where('feed', '=', feed);

  return {
    // Conversations.

    conversation: (feed: number, id: string): Promise<ConversationRow | undefined> =>
      conversationsOf(feed).where('conversation_id', '=', id).executeTakeFirst(),

    async conversations(feed: number, ids: readonly string[]): Promise<ConversationRow[]> {
      return ids.length === 0 ? [] : conversationsOf(feed).where('conversation_id', 'in', ids).execute();
    },

    /** The ones written to last that come after a place, newest first; those deleted for good are left out. */
    newest(feed: number, before: { at: number; id: string } | undefined, limit: number) {
      return conversationsOf(feed)
        .where('purged_at', 'is', null)
        .$if(before !== undefined, (query) =>
          query.where((row) => {
            const { at, id } = before as { at: number; id: string };
            return row.or([
              row('last_message_at', '<', at),
              row.and([row('last_message_at', '=', at), row('conversation_id', '<', id)]),
            ]);
          }),
        )
        .orderBy('last_message_at', 'desc')
        .orderBy('conversation_id', 'desc')
        .limit(limit)
        .execute();
    },

    /** In the order of their changes. */
    changedAfter: (feed: number, seq: number, limit: number): Promise<ConversationRow[]> =>
      conversationsOf(feed).where('seq', '>', seq).orderBy('seq').limit(limit).execute(),

    async putConversation(row: ConversationRow): Promise<void> {
      const { feed, conversation_id, created_at, ...change } = row;
      await db
        .insertInto('conversations')
        .values(row)
        .onConflict((conflict) => conflict.columns(['feed', 'conversation_id']).doUpdateSet(change))
        .execute();
    },

    /** Some of those deleted before a time, of all accounts. */
    deletedBefore: (at: number, limit: number): Promise<ConversationRow[]> =>
      db
        .selectFrom('conversations')
        .selectAll()
        .where('deleted_at', '<=', at)
        .where('purged_at', 'is', null)
        .limit(limit)
        .execute(),

    // Messages.

    async messageStates(feed: number, ids: readonly string[]): Promise<MessageState[]> {
      return ids.length === 0 ? [] : messagesOf(feed).select(states).where('message_id', 'in', ids).execute();
    },

    async messages(feed: number, ids: readonly string[]): Promise<MessageRow[]> {
      return ids.length === 0 ? [] : messagesOf(feed).selectAll().where('message_id', 'in', ids).execute();
    },

    /** Places and sizes of messages that changed after a place, in the order of their changes. */
    changedMessages(feed: number, conversationId: string, after: Place, limit: number) {
      return messagesOf(feed)
        .select(['message_id', 'seq', 'row_id', 'bytes'])
        .where('conversation_id', '=', conversationId)
        .where((row) =>
          row.or([
            row('seq', '>', after.seq),
            row.and([row('seq', '=', after.seq), row('row_id', '>', after.rowId)]),
          ]),
        )
        .orderBy('seq')
        .orderBy('row_id')
        .limit(limit)
        .execute();
    },

    /** The message of a conversation that reached the feed last. */
    async newestMessage(feed: number, conversationId: string): Promise<string | undefined> {
      const row = await messagesOf(feed)
        .select('message_id')
        .where('conversation_id', '=', conversationId)
        .orderBy('created_at', 'desc')
        .orderBy('message_id', 'desc')
        .limit(1)
        .executeTakeFirst();
      return row?.message_id;
    },

    /**
     * A message and those that it follows, it first, with their sizes. Ids alone: with the texts in the same query the
     * embedded database takes a hundred times as long.
     */
    async ancestors(feed: number, conversationId: string, leaf: string, limit: number) {
      const { rows } = await sql<{ message_id: string; bytes: number }>`
        with recursive path (message_id, parent_id, bytes, depth) as (
          select message_id, parent_id, bytes, 1 from messages
          where feed = ${feed} and message_id = ${leaf} and conversation_id = ${conversationId}
          union all
          select messages.message_id, messages.parent_id, messages.bytes, path.depth + 1
          from path join messages on messages.feed = ${feed} and messages.message_id = path.parent_id
          where path.depth < ${limit} and messages.conversation_id = ${conversationId}
        )
        select message_id, bytes from path order by depth`.execute(db);
      return rows;
    },

    async addMessages(rows: readonly MessageRow[]): Promise<void> {
      if (rows.length > 0) await db.insertInto('messages').values(rows).execute();
    },

    async updateMessage(update: MessageUpdate): Promise<void> {
      const { row_id, feed, message_id, conversation_id, addedBody, addedReasoning, ...change } = update;
      await db
        .updateTable('messages')
        .set(change)
        .$if(addedBody !== '', (query) => query.set({ body: sql`body || ${addedBody}` }))
        .$if(addedReasoning !== '', (query) => query.set({ reasoning: sql`reasoning || ${addedReasoning}` }))
        .where('row_id', '=', row_id)
        .execute();
    },

    /** Removes some messages of a conversation: how many, and their bytes. */
    async removeMessages(feed: number, conversationId: string, limit: number) {
      const rows = await messagesOf(feed)
        .select(['row_id', 'bytes'])
        .where('conversation_id', '=', conversationId)
        .limit(limit)
        .execute();
      const ids = rows.map(({ row_id }) => row_id);
      if (ids.length > 0) await db.deleteFrom('messages').where('row_id', 'in', ids).execute();
      return { count: rows.length, bytes: rows.reduce((sum, { bytes }) => sum + bytes, 0) };
    },

    // Usage.

    /** Which were not there before. */
    async addUsage(rows: readonly UsageRow[]): Promise<void> {
      if (rows.length === 0) return;
      await db
        .insertInto('usage_records')
        .values(rows)
        .onConflict((conflict) => conflict.columns(['feed', 'usage_id']).doNothing())
        .execute();
    },

    // For people who leave.

    /** Removes some messages of a feed; false when none was left. */
    async removeSome(feed: number, limit: number): Promise<boolean> {
      const rows = await db
        .selectFrom('messages')
        .select('row_id')
        .where('row_id', '>=', rowIdOf(feed, 0))
        .where('row_id', '<', rowIdOf(feed + 1, 0))
        .limit(limit)
        .execute();
      const ids = rows.map(({ row_id }) => row_id);
      if (ids.length > 0) await db.deleteFrom('messages').where('row_id', 'in', ids).execute();
      return ids.length > 0;
    },

    /** Removes everything but messages. */
    async removeRest(feed: number): Promise<void> {
      await db.deleteFrom('usage_records').where('feed', '=', feed).execute();
      await db.deleteFrom('conversations').where('feed', '=', feed).execute();
      await db.deleteFrom('feeds').where('feed', '=', feed).execute();
    },
  };
}
export type ConversationStore = ReturnType<typeof conversationStore>;
