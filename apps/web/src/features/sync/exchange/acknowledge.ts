import type { PushedConversation, PushedMessage, StoredConversation } from '@polylogue/contract';
import { mergeFields, newId, type StampedField, type StampedFields } from '@polylogue/sync';
import {
  acknowledged,
  changeMessage,
  newMessage,
  recreated,
  rewound,
  shownMessage,
} from '../rows/message-rows.ts';
import { acknowledgedRecord } from '../rows/record-rows.ts';
import {
  type ConversationRow,
  changeConversation,
  emptyConversation,
  type MessageRow,
  refusedRow,
} from '../rows/rows.ts';
import type { Storage, Transaction } from '../storage/storage.ts';
import type { Batch, PushReply } from './push.ts';

interface Acknowledged {
  /** The conversations that had something sent. */
  sent: string[];
  /** Those in which it shows. */
  changed: string[];
}

/** Records what the server has accepted. */
export async function acknowledge(
  storage: Storage,
  batch: Batch,
  reply: PushReply,
  now: number,
): Promise<Acknowledged> {
  return storage.write(async (trx) => {
    const pushed = new Map(reply.conversations.map((one) => [one.conversation_id, one]));
    // Together: one after the other, each would wait for the one before.
    await Promise.all(
      batch.conversations.map((sent) => acknowledgeConversation(trx, sent, pushed.get(sent.conversation_id))),
    );
    await Promise.all(reply.conversations.map((one) => markSeen(trx, one, now)));
    const changed = new Set<string>();
    for (const [at, sent] of batch.messages.entries()) {
      const outcome = reply.messages[at];
      const row = await trx.message(sent.conversation_id, sent.message_id);
      if (!outcome || !row) continue;
      await applyOutcome(trx, row, sent, outcome, now);
      if ('refused' in outcome) changed.add(row.conversation_id);
    }
    for (const [at, sent] of batch.records.entries()) {
      const outcome = reply.records[at];
      const row = await trx.record(sent.kind, sent.record_id);
      if (outcome && row) await trx.putRecord(acknowledgedRecord(row, sent, outcome));
    }
    await trx.removeUsage(batch.push.usage.map(({ usage_id }) => usage_id));
    // A record without room waits until there may be some: it cannot be recreated later.
    for (const record of batch.push.usage) {
      if (reply.refused_usage.includes(record.usage_id))
        await trx.putUsage({ ...record, refused: 'quota-used' });
    }
    const sent = [...batch.conversations, ...batch.messages].map(({ conversation_id }) => conversation_id);
    return { sent: [...new Set(sent)], changed: [...changed] };
  });
}

async function acknowledgeConversation(
  trx: Transaction,
  sent: ConversationRow,
  seqs: PushReply['conversations'][number] | undefined,
) {
  const row = await trx.conversation(sent.conversation_id);
  if (!row || row.revision !== sent.revision || !seqs) return;
  if (seqs.refused) return trx.putConversation(refusedRow(row, seqs.refused));
  const synced = withPending({ ...row, pending: sent.pending });
  const pending = without(row.pending, (name) => name in sent.pending);
  if (Object.keys(pending).length > 0) return trx.putConversation({ ...row, pending, synced });
  const { pending_since, held = {}, is_doubted, ...settled } = row;
  const next = { ...settled, pending, synced };
  const stillHeld = without(held, (name, [, at]) => at <= ((synced.fields as StampedFields)[name]?.[1] ?? 0));
  // It stays among the pending ones, so that what it holds back is found again.
  const hasHeld = Object.keys(stillHeld).length > 0;
  await trx.putConversation(hasHeld ? refusedRow({ ...next, held: stillHeld }, 'bad-input') : next);
}

const without = (
  fields: StampedFields,
  isOut: (name: string, field: StampedField) => boolean,
): StampedFields => Object.fromEntries(Object.entries(fields).filter(([name, field]) => !isOut(name, field)));

/** The server's version with the pending changes applied; another device may have written later. */
function withPending(row: ConversationRow): StoredConversation {
  const { conversation_id, created_at, last_message_at } = row;
  const known = row.synced ?? {
    conversation_id,
    created_at,
    last_message_at,
    messages: 0,
    fields: {},
    is_purged: false,
    erased_until: null,
    seq: 0,
  };
  const fields = mergeFields(known.fields as StampedFields, row.pending);
  return { ...known, fields: fields as StoredConversation['fields'] };
}

/** If no other device has changed it in between, nothing needs to be fetched. */
async function markSeen(
  trx: Transaction,
  { conversation_id, seq, previous_seq: previous }: PushedConversation,
  now: number,
) {
  const row = await trx.conversation(conversation_id);
  if (!row) return;
  const { is_complete, seq_seen, tail_seq } = row;
  await trx.putConversation({
    ...row,
    // The server does the same: what a fast clock dated could not be deleted until then.
    last_message_at: Math.min(row.last_message_at, now),
    ...(is_complete && seq_seen >= previous && { seq_seen: Math.max(seq_seen, seq) }),
    ...(tail_seq !== undefined && tail_seq >= previous && { tail_seq: Math.max(tail_seq, seq) }),
  });
}

async function applyOutcome(
  trx: Transaction,
  row: MessageRow,
  sent: MessageRow,
  outcome: PushedMessage,
  now: number,
) {
  const chunks = await trx.chunks(row.message_id);
  if (!('refused' in outcome)) {
    const next = acknowledged(row, sent, outcome, chunks, now);
    await trx.putMessage(next);
    const { body_length: body, reasoning_length: reasoning } = outcome;
    if (next.pending?.text || (body <= next.body.length && reasoning <= next.reasoning.length)) return;
    // This browser has lost some of the reply, for example because its storage was full.
    const conversation = await trx.conversation(row.conversation_id);
    if (conversation) await trx.putConversation(fetchedAgain(conversation));
    return;
  }
  switch (outcome.refused) {
    case 'gap':
      return trx.putMessage(rewound(row, outcome.body_length ?? 0, outcome.reasoning_length ?? 0));
    case 'unknown': {
      const conversation =
        (await trx.conversation(row.conversation_id)) ?? emptyConversation(row.conversation_id, now);
      if (conversation.refused) return trx.putMessage(refusedRow(row, conversation.refused));
      const fields = conversation.synced?.fields ?? {};
      await trx.putConversation(changeConversation(conversation, fields as Record<string, never>, now));
      return trx.putMessage(recreated(row, chunks, now));
    }
    case 'conflict':
      return splitReply(trx, row, now);
    case 'too-large':
    case 'quota-used':
      return trx.putMessage(refusedRow(row, outcome.refused));
  }
}

/** An answer received here while another device continued the same reply becomes a separate reply. */
async function splitReply(trx: Transaction, row: MessageRow, now: number) {
  const text = row.pending?.text;
  if (!text) return;
  // Not while it grows: more text will come for this row.
  if (text.ended_at === null) return trx.putMessage({ ...row, is_conflicting: true });
  const shown = shownMessage(row);
  const { conversation_id, parent_id, role, details } = row;
  const message_id = newId();
  const other = newMessage({ conversation_id, message_id, parent_id, role, created_at: now });
  const whole = {
    ...text,
    run_id: newId(),
    previous_run_id: null,
    base: 0,
    reasoning_base: 0,
    text: shown.body,
    reasoning: shown.reasoning,
    sent: 0,
    reasoning_sent: 0,
  };
  await trx.putMessage(changeMessage({ ...other, details }, { text: whole, details: details !== null }, now));
  await trx.putMessage(withoutAnswer(row));
  const conversation = (await trx.conversation(conversation_id)) ?? emptyConversation(conversation_id, now);
  // The details here are of the answer that has moved.
  const next = row.pending?.details ? fetchedAgain(conversation) : conversation;
  await trx.putConversation(changeConversation(next, { leaf: [message_id, now] }, now));
}

/** Its messages are fetched as they are in the account. */
function fetchedAgain({ tail_seq, ...row }: ConversationRow): ConversationRow {
  return { ...row, seq_seen: 0 };
}

function withoutAnswer({ is_conflicting, ...row }: MessageRow): MessageRow {
  const pending = row.pending && { ...row.pending, text: null, details: false };
  if (pending && (pending.create || Object.keys(pending.fields).length > 0)) {
    return { ...row, pending };
  }
  const { pending_since, ...settled } = row;
  return { ...settled, pending: null };
}
