import { type Selectable, sql } from 'kysely';
import type { Queries } from '../../platform/database/database.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { searchQueue } from '../../platform/search/search-queue.ts';
import { type AddedTexts, messageTextStore } from './message-texts.ts';

export type MessageRecord = Selectable<Tables['messages']>;

/** A message without its texts, which may be long. */
export type MessageState = Omit<MessageRecord, 'body' | 'reasoning'>;

/** An update to an existing message; texts are appended. */
export type MessageUpdate = Omit<MessageState, 'created_at' | 'parent_id' | 'role'> & AddedTexts;

const stateColumns = [
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
export interface PageCursor {
  seq: number;
  rowId: number;
}

/** Messages of the conversations of accounts, on the database or in a transaction. */
export function conversationMessageStore(db: Queries) {
  const messagesOf = (feed: number) => db.selectFrom('messages').where('feed', '=', feed);
  const texts = messageTextStore(db);

  return {
    async states(feed: number, ids: readonly string[]): Promise<MessageState[]> {
      return ids.length === 0
        ? []
        : messagesOf(feed).select(stateColumns).where('message_id', 'in', ids).execute();
    },

    async among(feed: number, ids: readonly string[]): Promise<MessageRecord[]> {
      if (ids.length === 0) return [];
      return texts.whole(await messagesOf(feed).selectAll().where('message_id', 'in', ids).execute());
    },

    /** Places and sizes of messages that changed after a place, in the order of their last changes. */
    changedAfter(feed: number, conversationId: string, after: PageCursor, limit: number) {
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
    async newest(feed: number, conversationId: string): Promise<string | undefined> {
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

    async add(rows: readonly MessageRecord[]): Promise<void> {
      const begun = await texts.begin(rows);
      if (begun.length > 0) await db.insertInto('messages').values(begun).execute();
    },

    async update(update: MessageUpdate): Promise<void> {
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
    async removeSome(feed: number, conversationId: string, until: number, limit: number) {
      const rows = await messagesOf(feed)
        .select(['row_id', 'message_id', 'bytes'])
        .where('conversation_id', '=', conversationId)
        .where('created_at', '<=', until)
        .limit(limit)
        .execute();
      await removeMessages(
        db,
        rows.map(({ row_id }) => row_id),
      );
      return {
        ids: rows.map(({ message_id }) => message_id),
        bytes: rows.reduce((sum, { bytes }) => sum + bytes, 0),
      };
    },

    /** Ids and sizes of a conversation's messages, in the order in which they reached the feed. */
    sizes: (feed: number, conversationId: string) =>
      messagesOf(feed)
        .select(['message_id', 'bytes'])
        .where('conversation_id', '=', conversationId)
        .orderBy('row_id')
        .execute(),
  };
}
export type ConversationMessageStore = ReturnType<typeof conversationMessageStore>;

/** Removes messages with their texts. */
export async function removeMessages(db: Queries, rowIds: readonly number[]): Promise<void> {
  if (rowIds.length === 0) return;
  await searchQueue(db).addStored('messages', rowIds);
  await messageTextStore(db).remove(rowIds);
  await db.deleteFrom('messages').where('row_id', 'in', rowIds).execute();
}
