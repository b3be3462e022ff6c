import type { StoredConversation, StoredMessage, StoredRecord } from '@polylogue/contract';
import { deletedSince, type StampedFields } from '@polylogue/sync';
import { pulledMessage, shownMessage } from '../rows/message-rows.ts';
import { type ConversationRow, pulledConversation } from '../rows/rows.ts';
import type { Transaction } from '../storage/storage.ts';
import { sendAgain } from './restored.ts';
import type { StoreDeps } from './store-deps.ts';
import { shownConversation } from './store-reads.ts';
import { putPulledRecords } from './store-records.ts';

/** Changes from the server. */
export function storePulled({ storage, now, changed, recordsChanged }: StoreDeps) {
  /** `work` returns the ids of the conversations it changed. */
  async function receiving(work: (trx: Transaction) => Promise<string[]>) {
    const ids = await storage.write(work);
    if (ids.length > 0) changed(ids, 'elsewhere');
  }

  return {
    /** A page of changes. */
    pulled: async (
      conversations: readonly StoredConversation[],
      cursor: number | null,
      {
        history,
        records = [],
      }: { history?: string | undefined; records?: readonly StoredRecord[] | undefined } = {},
    ): Promise<void> => {
      let isFirst = false;
      await receiving(async (trx) => {
        const changedIds: string[] = [];
        isFirst = cursor !== null && (await trx.meta('cursor')) === undefined;
        for (const synced of conversations) {
          const id = synced.conversation_id;
          const known = await trx.conversation(id);
          if (await receive(trx, known, synced)) changedIds.push(id);
        }
        if (cursor !== null) await trx.putMeta('cursor', cursor);
        if (cursor !== null) await putPulledRecords(trx, records);
        if (history !== undefined) await trx.putMeta('history', history);
        return changedIds;
      });
      // The list is whole now.
      if (isFirst) changed([], 'elsewhere');
      if (records.length > 0) recordsChanged('elsewhere');
    },

    /** The server's database was replaced by an older one. */
    sendAgain: async (): Promise<void> => {
      const ids = await storage.write(async (trx) => {
        // From the beginning: the list would leave out what was permanently deleted.
        await trx.putMeta('cursor', 0);
        await trx.removeMeta('history');
        return sendAgain(trx, now());
      });
      changed(ids, 'here');
    },

    /** The last messages of a conversation that is not complete here. */
    pulledTail: (synced: StoredConversation, messages: readonly StoredMessage[]): Promise<void> =>
      receiving(async (trx) => {
        const id = synced.conversation_id;
        await receive(trx, await trx.conversation(id), synced);
        await putMessages(trx, id, messages);
        const row = await trx.conversation(id);
        if (row && !row.is_complete) await trx.putConversation(withTail(row, synced, messages));
        return [id];
      }),

    /** Messages of a conversation; `seen`: all changes up to this number are now here. */
    pulledMessages: (id: string, messages: readonly StoredMessage[], seen: number | null): Promise<void> =>
      receiving(async (trx) => {
        const hasChanged = await putMessages(trx, id, messages);
        const row = await trx.conversation(id);
        if (row && seen !== null) {
          const { tail_seq, ...rest } = row;
          await trx.putConversation({ ...rest, seq_seen: Math.max(row.seq_seen, seen), is_complete: true });
        }
        return hasChanged || row?.is_complete === false ? [id] : [];
      }),

    /** The server no longer has its messages; the deletion itself arrives as a change. */
    markMessagesMissing: (id: string): Promise<void> =>
      storage.write(async (trx) => {
        const row = await trx.conversation(id);
        if (row) await trx.putConversation({ ...row, seq_seen: row.synced?.seq ?? 0 });
      }),
  };
}

/** With the last messages of the conversation; if those are all there are, nothing else needs to be fetched. */
function withTail(
  row: ConversationRow,
  { seq, messages: count }: StoredConversation,
  messages: readonly StoredMessage[],
): ConversationRow {
  // A message that arrived between the two reads says nothing about the ones that may be missing.
  const counted = messages.filter((message) => message.seq <= seq);
  if (counted.length < count) return { ...row, tail_seq: seq };
  const { tail_seq, ...rest } = row;
  return { ...rest, seq_seen: Math.max(row.seq_seen, seq), is_complete: true };
}

/** Stores the server's version of a conversation; returns whether that changed anything. */
async function receive(
  trx: Transaction,
  known: ConversationRow | undefined,
  synced: StoredConversation,
): Promise<boolean> {
  const { conversation_id } = synced;
  const row = pulledConversation(known, synced, await isDeletedSince(trx, synced));
  const hasErased = known?.synced?.erased_until !== synced.erased_until && (await erase(trx, synced));
  const isOver = synced.is_purged && row.pending_since === undefined;
  // What was written here since is still to be sent, and brings the conversation back.
  if (isOver && (await trx.lastMessages(conversation_id, 1)).length === 0) {
    await trx.putConversation({ ...row, seq_seen: synced.seq });
    return !known?.synced?.is_purged;
  }
  await trx.putConversation(row);
  return (
    hasErased || !known || JSON.stringify(shownConversation(known)) !== JSON.stringify(shownConversation(row))
  );
}

/** Whether it was deleted after everything that is here was written: the clock of this browser may have dated that later. */
async function isDeletedSince(trx: Transaction, synced: StoredConversation): Promise<boolean> {
  const { conversation_id, fields, last_message_at } = synced;
  if (deletedSince(fields as StampedFields, 'deleted', last_message_at) === null) return false;
  const [last] = await trx.lastMessages(conversation_id, 1);
  return !last?.pending?.create;
}

/** Returns whether any of them differs from what was here. */
async function putMessages(trx: Transaction, id: string, messages: readonly StoredMessage[]) {
  let hasChanged = false;
  const erasedUntil = (await trx.conversation(id))?.synced?.erased_until ?? -1;
  for (const stored of messages) {
    // An answer that was on its way when the conversation was erased.
    if (stored.created_at <= erasedUntil) continue;
    const known = await trx.message(id, stored.message_id);
    const row = pulledMessage(known, id, stored);
    hasChanged ||= !known || JSON.stringify(shownMessage(known)) !== JSON.stringify(shownMessage(row));
    await trx.putMessage(row);
  }
  return hasChanged;
}

/** Removes permanently deleted messages; those written later stay. */
async function erase(trx: Transaction, { conversation_id, erased_until, is_purged }: StoredConversation) {
  if (erased_until === null) return false;
  let hasErased = false;
  for (const { message_id, created_at, pending } of await trx.messages(conversation_id)) {
    // If the account has none left, a clock that is ahead has dated those that it had.
    const isErased = created_at <= erased_until || (is_purged && !pending?.create);
    if (!isErased) continue;
    await trx.removeChunks(message_id);
    await trx.removeFiles(message_id);
    await trx.removeMessage(conversation_id, message_id);
    hasErased = true;
  }
  return hasErased;
}
