import { type Selectable, sql } from 'kysely';
import type { Queries } from '../../platform/database/database.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { rowIdOf } from '../../platform/feed/feeds.ts';
import { type AddedTexts, messageTextStore } from './message-texts.ts';

export type ConversationRecord = Selectable<Tables['conversations']>;
export type MessageRecord = Selectable<Tables['messages']>;
export type UsageRecordRow = Selectable<Tables['usage_records']>;

/** A message without its texts, which may be long. */
export type MessageState = Omit<MessageRecord, 'body' | 'reasoning'>;

/** An update to an existing message; texts are appended. */
export type MessageUpdate = Omit<MessageState, 'created_at' | 'parent_id' | 'role'> & AddedTexts;

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

/** The size of a conversation without its messages. */
const fieldsBytes = sql<number>`octet_length(fields)`.as('bytes');

/** Where a page of messages ended. */
export interface PageCursor {
  seq: number;
  rowId: number;
}

/** The conversations, messages and usage of accounts, on the database or in a transaction. */
export function conversationStore(db: Queries) {
  const conversationsOf = (feed: number) =>
    db.selectFrom('conversations').selectAll().where('feed', '=', feed);
  const messagesOf = (feed: number) => db.selectFrom('messages').where('feed', '=', feed);
  const usageOf = (feed: number) => db.selectFrom('usage_records').where('feed', '=', feed);
  const texts = messageTextStore(db);

  async function deleteMessages(rowIds: readonly number[]): Promise<void> {
    if (rowIds.length === 0) return;
    await texts.remove(rowIds);
    await db.deleteFrom('messages').where('row_id', 'in', rowIds).execute();
  }

  return {
    // Conversations.

    conversation: (feed: number, id: string): Promise<ConversationRecord | undefined> =>
      conversationsOf(feed).where('conversation_id', '=', id).executeTakeFirst(),

    async conversations(feed: number, ids: readonly string[]): Promise<ConversationRecord[]> {
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

    async putConversation(row: ConversationRecord): Promise<void> {
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

    // Messages.

    async messageStates(feed: number, ids: readonly string[]): Promise<MessageState[]> {
      return ids.length === 0 ? [] : messagesOf(feed).select(states).where('message_id', 'in', ids).execute();
    },

    async messages(feed: number, ids: readonly string[]): Promise<MessageRecord[]> {
      if (ids.length === 0) return [];
      return texts.whole(await messagesOf(feed).selectAll().where('message_id', 'in', ids).execute());
    },

    /** Places and sizes of messages that changed after a place, in the order of their last changes. */
    changedMessages(feed: number, conversationId: string, after: PageCursor, limit: number) {
      return messagesOf(feed)
        .select(['message_id', 'seq', 'row_id', 'bytes'])
        .where('conversation_id', '=', conversationId)
        .where(sql<boolean>`(seq, row_id) > (${after.seq}, ${after.rowId})`)
        .orderBy('seq')
        .orderBy('row_id')
        .limit(limit)
        .execute();
    },

    /** The last message of a conversation to reach the feed. */
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
     * A message and its ancestors, itself first, each once, with their sizes. Only ids: with the texts in the same query, the
     * embedded database takes a hundred times as long. Joined by id only: with the conversation as a condition,
     * PostgreSQL reads all of it for each step.
     */
    async ancestors(feed: number, conversationId: string, leaf: string, limit: number) {
      const { rows } = await sql<{ message_id: string; bytes: number }>`
        with recursive path (message_id, parent_id, conversation_id, bytes, depth) as (
          select message_id, parent_id, conversation_id, bytes, 1 from messages
          where feed = ${feed} and message_id = ${leaf}
          union all
          select messages.message_id, messages.parent_id, messages.conversation_id, messages.bytes, path.depth + 1
          from path join messages on messages.feed = ${feed} and messages.message_id = path.parent_id
          where path.depth < ${limit} and path.conversation_id = ${conversationId}
        )
        select message_id, bytes from path where conversation_id = ${conversationId} order by depth`.execute(
        db,
      );
      // Messages that are each other's parent would repeat up to the limit.
      return [...new Map(rows.map((row) => [row.message_id, row])).values()];
    },

    async addMessages(rows: readonly MessageRecord[]): Promise<void> {
      const begun = await texts.begin(rows);
      if (begun.length > 0) await db.insertInto('messages').values(begun).execute();
    },

    async updateMessage(update: MessageUpdate): Promise<void> {
      const { row_id, feed, message_id, conversation_id, addedBody, addedReasoning, ...change } = update;
      const { body, reasoning } = await texts.append(update);
      await db
        .updateTable('messages')
        .set(change)
        .$if(body !== '', (query) => query.set({ body: sql`body || ${body}` }))
        .$if(reasoning !== '', (query) => query.set({ reasoning: sql`reasoning || ${reasoning}` }))
        .where('row_id', '=', row_id)
        .execute();
    },

    /** Removes some of a conversation's messages created up to a time; returns which, and their bytes. */
    async removeMessages(feed: number, conversationId: string, until: number, limit: number) {
      const rows = await messagesOf(feed)
        .select(['row_id', 'message_id', 'bytes'])
        .where('conversation_id', '=', conversationId)
        .where('created_at', '<=', until)
        .limit(limit)
        .execute();
      await deleteMessages(rows.map(({ row_id }) => row_id));
      return {
        ids: rows.map(({ message_id }) => message_id),
        bytes: rows.reduce((sum, { bytes }) => sum + bytes, 0),
      };
    },

    /** Ids and sizes of a conversation's messages, in the order in which they reached the feed. */
    messageSizes: (feed: number, conversationId: string) =>
      messagesOf(feed)
        .select(['message_id', 'bytes'])
        .where('conversation_id', '=', conversationId)
        .orderBy('row_id')
        .execute(),

    // Usage.

    /** Which of these ids exist. */
    async usageIds(feed: number, ids: readonly string[]): Promise<Set<string>> {
      if (ids.length === 0) return new Set();
      const rows = await usageOf(feed).select('usage_id').where('usage_id', 'in', ids).execute();
      return new Set(rows.map(({ usage_id }) => usage_id));
    },

    async addUsage(rows: readonly UsageRecordRow[]): Promise<void> {
      if (rows.length > 0) await db.insertInto('usage_records').values(rows).execute();
    },

    /** Ordered by id, after the given one. */
    usage: (feed: number, after: string, limit: number): Promise<UsageRecordRow[]> =>
      usageOf(feed).selectAll().where('usage_id', '>', after).orderBy('usage_id').limit(limit).execute(),

    // For deleted accounts.

    /** Removes some rows of a feed, messages first; false once only the feed itself was left and has been removed. */
    async removeSome(feed: number, limit: number): Promise<boolean> {
      const messages = await db
        .selectFrom('messages')
        .select('row_id')
        .where('row_id', '>=', rowIdOf(feed, 0))
        .where('row_id', '<', rowIdOf(feed + 1, 0))
        .limit(limit)
        .execute();
      if (messages.length > 0) {
        await deleteMessages(messages.map(({ row_id }) => row_id));
        return true;
      }
      const carrying = await db
        .selectFrom('message_files')
        .select('message_id')
        .where('feed', '=', feed)
        .limit(limit)
        .execute();
      if (carrying.length > 0) {
        const ids = carrying.map(({ message_id }) => message_id);
        await db
          .deleteFrom('message_files')
          .where('feed', '=', feed)
          .where('message_id', 'in', ids)
          .execute();
        return true;
      }
      const usage = (await usageOf(feed).select('usage_id').limit(limit).execute()).map(
        (row) => row.usage_id,
      );
      if (usage.length > 0) {
        await db
          .deleteFrom('usage_records')
          .where('feed', '=', feed)
          .where('usage_id', 'in', usage)
          .execute();
        return true;
      }
      const rest = (await conversationsOf(feed).limit(limit).execute()).map((row) => row.conversation_id);
      if (rest.length > 0) {
        await db
          .deleteFrom('conversations')
          .where('feed', '=', feed)
          .where('conversation_id', 'in', rest)
          .execute();
        return true;
      }
      await db.deleteFrom('feeds').where('feed', '=', feed).execute();
      return false;
    },
  };
}
export type ConversationStore = ReturnType<typeof conversationStore>;
