import { partNumber } from '@polylogue/sync';
import type { ConversationRow, MessageRow } from '../rows/rows.ts';
import { unsentFiles } from './message-files.ts';
import type { Storage, Transaction } from './storage.ts';

/** How many conversations may keep their messages here, and the bytes of those. */
const mostConversations = 200;
const mostBytes = 200 * 1024 * 1024;

/**
 * When more is stored than allowed, removes the messages of conversations not opened for longest. `pull` comes first: a
 * server restored from a backup may lack them, and then they are pending again.
 */
export async function sweep(
  storage: Storage,
  open: ReadonlySet<string>,
  pull: () => Promise<void>,
): Promise<string[]> {
  const { usage = 0 } = (await globalThis.navigator?.storage?.estimate?.()) ?? {};
  const rows = await storage.read((trx) => evictable(trx, open));
  const fit = usage > mostBytes ? await fitting(storage, rows) : rows;
  const kept = new Set(fit.slice(0, mostConversations));
  const doomed = new Set(rows.flatMap((row) => (kept.has(row) ? [] : row.conversation_id)));
  if (doomed.size === 0) return [];
  await pull();
  return evict(storage, open, (now) => now.filter(({ conversation_id }) => doomed.has(conversation_id)));
}

/** Removes half of what is both here and in the account. */
export async function makeRoom(storage: Storage, open: ReadonlySet<string>): Promise<string[]> {
  return evict(storage, open, (rows) => rows.slice(Math.floor(rows.length / 2)));
}

/**
 * Removes the messages of those that are chosen of the conversations whose messages can be fetched again, last opened
 * first; returns which lost theirs.
 */
export async function evict(
  storage: Storage,
  open: ReadonlySet<string>,
  choose: (rows: readonly ConversationRow[]) => readonly ConversationRow[],
): Promise<string[]> {
  const rows = await storage.read((trx) => evictable(trx, open));
  const evicted: string[] = [];
  for (const { conversation_id: id } of choose(rows)) {
    const isGone = await storage.write(async (trx) => {
      const row = await trx.conversation(id);
      const messages = await trx.messages(id);
      // It may have been written to in the meantime.
      if (!row || !isInAccount(row) || messages.some(({ pending }) => pending)) return false;
      if ((await unsentFiles(trx)).some(({ conversation_id }) => conversation_id === id)) return false;
      const { tail_seq, ...rest } = row;
      for (const { message_id } of messages) await trx.removeFiles(message_id);
      await trx.removeMessages(id);
      await trx.putConversation({ ...rest, is_complete: false, seq_seen: 0 });
      return true;
    });
    if (isGone) evicted.push(id);
  }
  return evicted;
}

/** Those of these that have room; what else is stored, such as the files of folders, would not go with them. */
async function fitting(storage: Storage, rows: readonly ConversationRow[]): Promise<ConversationRow[]> {
  const fit: ConversationRow[] = [];
  let left = mostBytes;
  for (const row of rows) {
    // One by one: writing must not wait until all has been read.
    const bytes = await storage.read((trx) => bytesOfAll(trx, row.conversation_id));
    // A huge one must not take the room of all the others.
    if (bytes > left) continue;
    left -= bytes;
    fit.push(row);
  }
  return fit;
}

async function bytesOfAll(trx: Transaction, conversationId: string): Promise<number> {
  let bytes = 0;
  for (const message of await trx.messages(conversationId)) bytes += await bytesOf(trx, message);
  return bytes;
}

/** About how much a message takes; files are stored in base64. */
async function bytesOf(trx: Transaction, { message_id, body, reasoning, details }: MessageRow) {
  let bytes = body.length + reasoning.length;
  for (const name of details?.files ? await trx.fileNames(message_id) : []) {
    bytes += ((details?.files?.[partNumber(name) ?? -1]?.size ?? 0) * 4) / 3;
  }
  return bytes;
}

/** Those whose messages can be fetched again, last opened first. */
async function evictable(trx: Transaction, open: ReadonlySet<string>): Promise<ConversationRow[]> {
  const unsent = [...(await trx.pendingMessages(10_000)), ...(await unsentFiles(trx))];
  const pending = new Set(unsent.map(({ conversation_id }) => conversation_id));
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
