import type { PushedConversation, PushedMessage, PushedRecord } from '@polylogue/contract';
import { onlyDeletes } from '@polylogue/sync';
import type { Database, Queries } from '../../platform/database/database.ts';
import { type Feed, feedStore } from '../../platform/feed/feeds.ts';
import { refuse } from '../../platform/http/refuse.ts';
import { refuseAfter } from '../../platform/http/serve.ts';
import type { Counts } from '../../platform/limits/counts.ts';
import { type PushBatch, readBatch } from './batch.ts';
import { conversationPolicy, type TextLimits } from './policy.ts';
import type { AccountRecord } from './record-store.ts';

export interface PushDeps {
  database: Database;
  limits: TextLimits;
  counts: Counts;
  /** Stops others from changing what belongs to this account until the transaction ends; false if it no longer exists. */
  lock(userId: string, on: Queries): Promise<boolean>;
  /** How much of the same text quota an account uses elsewhere (bytes). */
  bytesElsewhere?: (userId: string, on: Queries) => Promise<number>;
  /** Throws a refusal if the disk is full. */
  mustHaveRoom(): Promise<void>;
  /** There is something new in an account's feed. */
  changed(userId: string, head: number): void;
  /** What these records say was stored, in the transaction. */
  recordsWritten?: (rows: readonly AccountRecord[], trx: Queries) => Promise<void>;
  /** There are messages to remove. */
  erased(): void;
  /** Milliseconds since 1970. */
  now: () => number;
}

export interface Pushed {
  head: number;
  conversations: PushedConversation[];
  messages: PushedMessage[];
  records: PushedRecord[];
  refused_usage: string[];
}

/** Stores what a browser sends in one transaction, as one number in the feed; what is already there changes nothing. */
export function pushing({
  database,
  limits,
  counts,
  lock,
  bytesElsewhere = async () => 0,
  mustHaveRoom,
  changed,
  recordsWritten = async () => {},
  erased,
  now,
}: PushDeps) {
  async function feedOf(userId: string): Promise<Feed> {
    const known = await feedStore(database.db).of(userId);
    if (known) return known;
    return database.transaction(async (trx) => {
      if (!(await lock(userId, trx))) return noAccount();
      const feeds = feedStore(trx);
      await feeds.create('account', userId);
      return (await feeds.of(userId)) ?? noAccount();
    });
  }

  async function countRewritten(userId: string, bytes: number) {
    if (bytes === 0) return;
    const { count, left } = await counts.add(`rewritten bytes ${userId}`, bytes, 60_000);
    if (!conversationPolicy.mayRewrite(count - bytes, bytes, limits))
      refuseAfter(Math.ceil(left / 1000) || 1);
  }

  return async function push(userId: string, changes: PushBatch): Promise<Pushed> {
    // Deleting works even on a full disk.
    if (!isDeleting(changes)) await mustHaveRoom();
    const { feed } = await feedOf(userId);
    return database.transaction(async (trx) => {
      const feeds = feedStore(trx);
      const claimed = (await feeds.claim(feed)) ?? noAccount();
      const left = { ...limits, bytes: limits.bytes - (await bytesElsewhere(userId, trx)) };
      const batch = await readBatch(trx, claimed, changes, left, now());
      await countRewritten(userId, batch.rewrittenBytes);
      const { head } = batch.feed;
      if (!batch.isEmpty) {
        await batch.write();
        await recordsWritten(batch.records, trx);
        await feeds.advance(feed, batch.feed);
      }
      database.afterCommit(() => {
        if (batch.isNews) changed(userId, head);
        if (batch.hasErased) erased();
      });
      return { head, ...batch.reply };
    });
  };
}

function isDeleting({ conversations, messages, records, usage }: PushBatch): boolean {
  const isDeletion = ({ create, append, details }: PushBatch['messages'][number]) =>
    !create && !append && !details;
  return (
    usage.length === 0 &&
    messages.every(isDeletion) &&
    [...conversations, ...records].every(({ fields }) => onlyDeletes(fields))
  );
}

function noAccount(): never {
  return refuse('signed-out', 'This account no longer exists.');
}
