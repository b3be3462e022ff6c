import { setImmediate } from 'node:timers/promises';
import { doEach } from '../../platform/batches/do-each.ts';
import type { Database, Queries } from '../../platform/database/database.ts';
import { feedStore } from '../../platform/feed/feeds.ts';
import { tombstone } from './conversation-change.ts';
import { type ConversationRecord, conversationStore } from './conversation-store.ts';
import { conversationMessageStore } from './message-store.ts';

export interface PurgeDeps {
  database: Database;
  /** There is something new in an account's feed. */
  changed(userId: string, head: number): void;
  /** Releases the files that only these removed messages carried. */
  releaseFiles(feed: number, messageIds: readonly string[], on: Queries): Promise<void>;
  /** Milliseconds since 1970. */
  now: () => number;
}

/** How long deleted conversations can be restored (milliseconds). */
export const restorablePeriod = 30 * 24 * 60 * 60 * 1000;
/** How many messages are removed in one transaction. */
const slice = 500;
/** How many conversations are read per query. */
const batch = 100;

/** Removes the messages of conversations deleted permanently or 30 days ago, a slice at a time; safe to interrupt. */
export function purging({ database, changed, releaseFiles, now }: PurgeDeps) {
  let isStopped = false;
  let isWanted = false;
  let current: Promise<void> | undefined;

  /** Removes one slice; false if there was nothing more to do. */
  function purgeSome({ feed, conversation_id }: ConversationRecord): Promise<boolean> {
    return database.transaction(async (trx) => {
      const feeds = feedStore(trx);
      const store = conversationStore(trx);
      const claimed = await feeds.claim(feed);
      const row = claimed && (await store.find(feed, conversation_id));
      const until = row ? purgedUntil(row, now()) : null;
      if (!row || until === null) return false;
      const removed = await conversationMessageStore(trx).removeSome(feed, conversation_id, until, slice);
      await releaseFiles(feed, removed.ids, trx);
      const count = removed.ids.length;
      const isDone = count < slice;
      // After the first slice it must finish: half a conversation is not worth restoring.
      const rest = {
        ...row,
        messages: row.messages - count,
        bytes: row.bytes - removed.bytes,
        erased_until: until,
        is_purging: true,
      };
      const head = claimed.head + 1;
      const next = isDone ? { ...purged(rest, until, now()), seq: head } : rest;
      await store.put(next);
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
      const due = await store.toPurge(now() - restorablePeriod, batch);
      if (due.length === 0) return;
      await doEach(due, async (row) => {
        // Lets other work run before each slice.
        do await setImmediate();
        while (!isStopped && (await purgeSome(row)));
      });
    }
  }

  async function run() {
    do {
      isWanted = false;
      await purgeAll();
    } while (isWanted && !isStopped);
  }

  return {
    /** Removes what is due; if called while it is running, it checks once more at the end. */
    purge(): Promise<void> {
      isWanted = true;
      current ??= run().finally(() => {
        current = undefined;
      });
      return current;
    },

    /** Stops after the current slice; the next start continues. */
    async stop(): Promise<void> {
      isStopped = true;
      await current?.catch(() => {});
    },
  };
}

/** The time up to which messages are removed; null if none are, for example because it was restored meanwhile. */
function purgedUntil(
  { deleted_at, erased_until, is_purging }: ConversationRecord,
  now: number,
): number | null {
  const isDue = deleted_at !== null && deleted_at <= now - restorablePeriod;
  if (isDue) return Math.max(deleted_at, erased_until ?? 0);
  return is_purging ? erased_until : null;
}

/** A tombstone, unless something has been written in it since. */
function purged(row: ConversationRecord, until: number, now: number): ConversationRecord {
  if (row.messages > 0) return { ...row, is_purging: false };
  const at = Math.max(until, row.deleted_at ?? 0);
  return { ...tombstone(row, [true, at]), purged_at: now };
}
