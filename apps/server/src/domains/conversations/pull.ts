import type { StoredConversation, StoredMessage } from '@polylogue/contract';
import { syncLimits } from '@polylogue/sync';
import type { Database } from '../../platform/database/database.ts';
import { type Feed, feedNumberOf, feedStore, rowIdOf } from '../../platform/feed/feeds.ts';
import { refuse } from '../../platform/http/refuse.ts';
import { type ConversationRecord, conversationStore } from './conversation-store.ts';
import { conversationMessageStore, type PageCursor } from './message-store.ts';
import { pageReader } from './page-reader.ts';
import { fitting, shownMessages } from './path.ts';
import { recordStore } from './record-store.ts';
import { storedConversation } from './rows.ts';

/** The size limit for a page of conversations or messages, and for the end of a conversation (bytes). */
const pageBytes = 1_000_000;
const tailBytes = 256 * 1024;

/** What browsers fetch. */
export function pulling({
  database,
  notificationsSeq = async () => 0,
}: {
  database: Database;
  /** The number of the last change to the notifications in a feed. */
  notificationsSeq?: ((feed: number) => Promise<number>) | undefined;
}) {
  const feeds = feedStore(database.db);
  const store = conversationStore(database.db);
  const recordRows = recordStore(database.db);
  const messageRows = conversationMessageStore(database.db);
  const reader = pageReader(database);

  /** Refuses in the same words whether the conversation is missing or belongs to another account. */
  async function find(userId: string, id: string): Promise<{ feed: Feed; row: ConversationRecord }> {
    const feed = await feeds.of(userId);
    const row = feed && (await store.find(feed.feed, id));
    if (!feed || !row || row.purged_at !== null) return refuse('not-found', 'Conversation not found');
    return { feed, row };
  }

  return {
    async list(userId: string, before: string | undefined, limit: number) {
      const feed = await feeds.of(userId);
      if (!feed) return { conversations: [], next: null, head: 0 };
      const found = await store.newest(
        feed.feed,
        before === undefined ? undefined : placeIn(before),
        limit + 1,
      );
      const page = fitting(found.slice(0, limit), pageBytes);
      const last = found.length > page.length ? page.at(-1) : undefined;
      const conversations = await reader.conversations(feed.feed, page);
      return {
        conversations: conversations.filter(({ is_purged }) => !is_purged),
        next: last ? `${last.last_message_at}.${last.conversation_id}` : null,
        head: feed.head,
      };
    },

    /** What changed after a number; a page always includes all changes of a push. */
    async changes(userId: string, after: number, limit: number = syncLimits.pageRows) {
      const feed = await feeds.of(userId);
      const notifications_seq = feed ? await notificationsSeq(feed.feed) : 0;
      if (!feed || feed.head <= after) {
        return { conversations: [], records: [], head: feed?.head ?? 0, more: false, notifications_seq };
      }
      const found = await Promise.all([
        store.changedAfter(feed.feed, after, limit + 1),
        recordRows.changedAfter(feed.feed, after, limit + 1),
      ]);
      const { rows, last } = pageOf<(typeof found)[number][number]>(found, after, limit);
      const head = last ?? feed.head;
      const conversations = await reader.conversations(
        feed.feed,
        rows.filter((row) => 'conversation_id' in row),
      );
      const records = await reader.records(
        feed.feed,
        rows.filter((row) => 'record_id' in row),
      );
      return { conversations, records, head, more: last !== null, notifications_seq };
    },

    /** The records that changed after a number. */
    async records(userId: string, after: number, limit: number = syncLimits.pageRows) {
      const feed = await feeds.of(userId);
      if (!feed) return { records: [], next: null };
      const found = await recordRows.changedAfter(feed.feed, after, limit + 1);
      const { rows, last } = pageOf([found], after, limit);
      return { records: await reader.records(feed.feed, rows), next: last };
    },

    async tail(
      userId: string,
      id: string,
      limit: number,
    ): Promise<{ conversation: StoredConversation; messages: StoredMessage[]; more: boolean }> {
      const { feed, row } = await find(userId, id);
      const found = await shownMessages(messageRows, row, limit);
      const messages = await reader.messages(feed.feed, fitting(found, tailBytes).toReversed());
      return { conversation: storedConversation(row), messages, more: messages.length < row.messages };
    },

    async messages(userId: string, id: string, after: string, limit: number) {
      const { feed, row } = await find(userId, id);
      const found = await messageRows.changedAfter(feed.feed, id, cursorIn(after, feed.feed), limit + 1);
      const page = fitting(found.slice(0, limit), pageBytes);
      const last = page.length < found.length ? page.at(-1) : undefined;
      return {
        messages: await reader.messages(feed.feed, page),
        next: last ? `${last.seq}.${feedNumberOf(last.row_id)}` : null,
        seq: row.seq,
      };
    },
  };
}

interface Changed {
  seq: number;
  bytes: number;
}

/**
 * The first of these rows after a number, which are at most `limit + 1` of each list: all that a push changed or nothing of it. `last`:
 * the number after which there is more; null: that was all.
 */
function pageOf<Row extends Changed>(lists: readonly (readonly Row[])[], after: number, limit: number) {
  // Of a list that goes on, the last push may have changed more than was read.
  const ends = lists.flatMap((list) => (list.length > limit ? (list.at(-1)?.seq ?? []) : []));
  const end = Math.min(...ends, Number.POSITIVE_INFINITY);
  const whole = lists
    .flat()
    .filter(({ seq }) => seq < end)
    .sort((one, other) => one.seq - other.seq);
  const pushes = [...Map.groupBy(whole, ({ seq }) => seq)].map(([seq, rows]) => ({
    seq,
    rows,
    bytes: rows.reduce((sum, { bytes }) => sum + bytes, 0),
  }));
  const page = fitting(pushes, pageBytes);
  const isAll = ends.length === 0 && page.length === pushes.length;
  return { rows: page.flatMap(({ rows }) => rows), last: isAll ? null : (page.at(-1)?.seq ?? after) };
}

function placeIn(before: string) {
  const dot = before.indexOf('.');
  return { at: Number(before.slice(0, dot)), id: before.slice(dot + 1) };
}

/** A seq alone stands for the place after everything that changed with it. */
function cursorIn(after: string, feed: number): PageCursor {
  const [seq = '0', row] = after.split('.');
  return { seq: Number(seq), rowId: row === undefined ? rowIdOf(feed + 1, 0) : rowIdOf(feed, Number(row)) };
}
