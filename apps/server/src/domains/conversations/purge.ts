import { setImmediate } from 'node:timers/promises';
import type { Database, Queries } from '../../platform/database/database.ts';
import { feedStore } from '../../platform/feed/feeds.ts';
import { tombstone } from './conversation-change.ts';
import { type ConversationRow, conversationStore } from './store.ts';

export interface PurgeDeps {
  database: Database;
  /** There is something new in the feed of an account. */
  changed(userId: string, head: number): void;
  /** These messages are gone, and so is what they alone carried. */
  releaseFiles(feed: number, messageIds: readonly string[], on: Queries): Promise<void>;
  /** Milliseconds since 1970. */
  now: () => number;
}

/** So long what is deleted can be brought back (milliseconds). */
export const restorable = 30 * 24 * 60 * 60 * 1000;
/** Messages that are removed in one transaction. */
const slice = 500;
/** Conversations that are looked up at once. */
const batch = 100;

/** Removes the messages of what was deleted 30 days ago or for good, a slice at a time; being cut off is harmless. */
export function purging({ database, changed, releaseFiles, now }: PurgeDeps) {
  let isStopped = false;
  let isWanted = false;
  let current: Promise<void> | undefined;

  /** One slice; false when there was nothing more to do. */
  function purgeSome({ feed, conversation_id }: ConversationRow): Promise<boolean> {
    return database.transaction(async (trx) => {
      const feeds = feedStore(trx);
      const store = conversationStore(trx);
      const claimed = await feeds.claim(feed);
      const row = claimed && (await store.conversation(feed, conversation_id));
      const until = row ? purgedUntil(row, now()) : null;
      if (!row || until === null) return false;
      const gone = await store.removeMessages(feed, conversation_id, until, slice);
      await releaseFiles(feed, gone.ids, trx);
      const count = gone.ids.length;
      const isDone = count < slice;
      // From the first slice on it goes on, whatever comes: half a conversation is nothing to bring back.
      const rest = {
        ...row,
        messages: row.messages - count,
        bytes: row.bytes - gone.bytes,
        erased_until: until,
        is_purging: true,
      };
      const head = claimed.head + 1;
      const next = isDone ? { ...purged(rest, until, now()), seq: head } : rest;
      await store.putConversation(next);
      await feeds.advance(feed, {
        head: isDone ? head : claimed.head,
        rows: claimed.rows,
        messages: claimed.messages - count,
        bytes: claimed.bytes - row.bytes + next.bytes,
      });
      if (isDone) database.afterCommit(() => changed(claimed.owner_id, head));
      return !isDone;
    });
  }

  async function purgeAll() {
    const store = conversationStore(database.db);
    while (!isStopped) {
      const due = await store.toPurge(now() - restorable, batch);
      if (due.length === 0) return;
      for (const row of due) {
        // Between two slices others have their turn.
        while (!isStopped && (await purgeSome(row))) await setImmediate();
      }
    }
  }

  async function run() {
    do {
      isWanted = false;
      await purgeAll();
    } while (isWanted && !isStopped);
  }

  return {
    /** Removes what is due; called while it runs, it looks once more at its end. */
    purge(): Promise<void> {
      isWanted = true;
      current ??= run().finally(() => {
        current = undefined;
      });
      return current;
    },

    /** Ends after the slice it is at; the next start goes on. */
    async stop(): Promise<void> {
      isStopped = true;
      await current?.catch(() => {});
    },
  };
}

/** What was created until then goes; null: nothing does, such as when it was brought back meanwhile. */
function purgedUntil({ deleted_at, erased_until, is_purging }: ConversationRow, now: number): number | null {
  const isDue = deleted_at !== null && deleted_at <= now - restorable;
  if (isDue) return Math.max(deleted_at, erased_until ?? 0);
  return is_purging ? erased_until : null;
}

/** A tombstone, unless something was written in it since. */
function purged(row: ConversationRow, until: number, now: number): ConversationRow {
  if (row.messages > 0) return { ...row, is_purging: false };
  const at = Math.max(until, row.deleted_at ?? 0);
  return { ...tombstone(row, [true, at]), purged_at: now };
}
