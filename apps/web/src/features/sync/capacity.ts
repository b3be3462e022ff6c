import type { ConversationRow } from './rows.ts';
import type { Storage, Transaction } from './storage.ts';

/** Conversations whose messages are here, and bytes of everything. */
const mostConversations = 200;
const mostBytes = 200 * 1024 * 1024;

/** Removes messages of what was not looked at for longest, where there is more than there should be. */
export async function sweep(storage: Storage, open: ReadonlySet<string>): Promise<string[]> {
  const { usage = 0 } = (await globalThis.navigator?.storage?.estimate?.()) ?? {};
  return usage > mostBytes ? makeRoom(storage, open) : evict(storage, open, mostConversations);
}

/** Removes half of what is here and in the account. */
export async function makeRoom(storage: Storage, open: ReadonlySet<string>): Promise<string[]> {
  const count = (await storage.read((trx) => evictable(trx, open))).length;
  return evict(storage, open, Math.floor(count / 2));
}

/** Removes messages that are in the account until those of at most `keep` conversations are left; which were removed. */
export async function evict(storage: Storage, open: ReadonlySet<string>, keep: number): Promise<string[]> {
  const rows = await storage.read((trx) => evictable(trx, open));
  const evicted: string[] = [];
  for (const { conversation_id: id } of rows.slice(keep)) {
    const isGone = await storage.write(async (trx) => {
      const row = await trx.conversation(id);
      const messages = await trx.messages(id);
      // It may have been written to meanwhile.
      if (!row || !isInAccount(row) || messages.some(({ pending }) => pending)) return false;
      const { tail_seq, ...rest } = row;
      await trx.removeMessages(id);
      await trx.putConversation({ ...rest, is_complete: false, seq_seen: 0 });
      return true;
    });
    if (isGone) evicted.push(id);
  }
  return evicted;
}

/** Those whose messages can be fetched again, the one that was looked at last first. */
async function evictable(trx: Transaction, open: ReadonlySet<string>): Promise<ConversationRow[]> {
  const pending = new Set((await trx.pendingMessages(10_000)).map(({ conversation_id }) => conversation_id));
  return (await trx.conversations())
    .filter(
      (row) =>
        (row.is_complete || row.tail_seq !== undefined) &&
        isInAccount(row) &&
        !pending.has(row.conversation_id) &&
        !open.has(row.conversation_id),
    )
    .sort((one, other) => other.opened_at - one.opened_at);
}

const isInAccount = ({ synced, pending_since }: ConversationRow) =>
  synced !== null && !synced.is_purged && pending_since === undefined;
