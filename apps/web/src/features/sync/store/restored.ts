import { mergeFields, type StampedFields } from '@polylogue/sync';
import { recreated } from '../rows/message-rows.ts';
import { recordAgain } from '../rows/record-rows.ts';
import { type ConversationRow, changeConversation, fieldsOfConversation } from '../rows/rows.ts';
import { listFilesAgain } from '../storage/message-files.ts';
import type { Transaction } from '../storage/storage.ts';

/** The server's database was replaced by an older one: all that is stored here is to be sent again. */
export async function sendAgain(trx: Transaction, now: number): Promise<string[]> {
  const rows = await trx.conversations();
  for (const row of rows) {
    const { conversation_id: id, pending_since } = row;
    const messages = await trx.messages(id);
    const fields = withErasure(row);
    // The list of the account brings it back, if it is still there.
    if (messages.length === 0 && pending_since === undefined && !fields.erased) {
      await trx.removeConversation(id);
      continue;
    }
    for (const message of messages) {
      if (message.seq > 0)
        await trx.putMessage(recreated(message, await trx.chunks(message.message_id), now));
    }
    const { tail_seq, ...rest } = changeConversation(row, fields, now);
    await trx.putConversation({ ...rest, synced: null, seq_seen: 0 });
  }
  for (const row of await trx.records()) await trx.putRecord(recordAgain(row, now));
  await listFilesAgain(trx);
  return rows.map(({ conversation_id }) => conversation_id);
}

/** What was deleted for good must not come back with the older database. */
function withErasure(row: ConversationRow): StampedFields {
  const until = row.synced?.erased_until ?? null;
  const fields = fieldsOfConversation(row);
  return until === null ? fields : mergeFields(fields, { erased: [true, until] });
}
