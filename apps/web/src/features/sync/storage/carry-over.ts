import { changeMessage } from '../rows/message-rows.ts';
import { changeRecord } from '../rows/record-rows.ts';
import { changeConversation } from '../rows/rows.ts';
import { putFiles } from './message-files.ts';
import { putRecordFile, recordFile } from './record-files.ts';
import { everything, type Storage } from './storage.ts';

/** Copies from one storage into another that holds older data: what is new there, and what is still to be sent. */
export async function carryOver(from: Storage, to: Storage): Promise<void> {
  const held = await from.read(async (trx) => {
    const conversations = await trx.conversations();
    const messages = (
      await Promise.all(conversations.map(({ conversation_id }) => trx.messages(conversation_id)))
    ).flat();
    const beside = await Promise.all(
      messages.map(async ({ conversation_id, message_id }) => ({
        conversation_id,
        message_id,
        chunks: await trx.chunks(message_id),
        files: await trx.files(message_id),
      })),
    );
    const usage = await trx.usage(everything);
    const records = await trx.records();
    const parts = await Promise.all(records.map((row) => recordFile(trx, row)));
    return { conversations, messages, beside, usage, records, parts };
  });
  await to.write(async (trx) => {
    for (const row of held.conversations) {
      const known = await trx.conversation(row.conversation_id);
      if (!known) await trx.putConversation(row);
      else if (row.pending_since !== undefined) {
        const last_message_at = Math.max(known.last_message_at, row.last_message_at);
        const changed = changeConversation(known, row.pending, row.pending_since);
        await trx.putConversation({ ...changed, last_message_at });
      }
    }
    const isNew = new Set<string>();
    for (const row of held.messages) {
      const known = await trx.message(row.conversation_id, row.message_id);
      // A reply that was continued in the meantime is newer, too.
      if (!known || (row.pending?.text && !known.pending?.text)) {
        isNew.add(row.message_id);
        await trx.putMessage(row);
      } else if (row.pending) {
        const { fields } = row.pending;
        await trx.putMessage(changeMessage(known, { fields }, row.pending_since ?? row.created_at));
      }
    }
    for (const { conversation_id, message_id, chunks, files } of held.beside) {
      if (!isNew.has(message_id)) continue;
      for (const chunk of chunks) await trx.putChunk(chunk);
      await putFiles(trx, { conversation_id, message_id }, files);
    }
    for (const record of held.usage) await trx.putUsage(record);
    for (const [at, row] of held.records.entries()) {
      const known = await trx.record(row.kind, row.record_id);
      const part = held.parts[at];
      if (!known) await trx.putRecord(row);
      if (!known && part) await putRecordFile(trx, row, part);
      if (known && row.pending_since !== undefined)
        await trx.putRecord(changeRecord(known, row, row.pending, row.pending_since));
    }
  });
}
