import type {
  ConversationChange,
  MessageChange,
  PushedConversation,
  PushedMessage,
  PushedRecord,
  RecordChange,
  StoredConversation,
  UsageRecord,
} from '@polylogue/contract';
import {
  countValues,
  cutValues,
  jsonBounds,
  mergeFields,
  newId,
  onlyDeletes,
  type StampedField,
  type StampedFields,
  syncLimits,
} from '@polylogue/sync';
import {
  acknowledgedRecord,
  keyOfRecord,
  type RecordRow,
  recordChange,
  refusedRecord,
} from './record-rows.ts';
import {
  acknowledged,
  type ConversationRow,
  changeConversation,
  changeMessage,
  emptyConversation,
  type MessageRow,
  messageChange,
  newMessage,
  recreated,
  refusedRow,
  rewound,
  shownMessage,
  type UsageRow,
} from './rows.ts';
import type { Storage, Transaction } from './storage.ts';

export interface Push {
  conversations: ConversationChange[];
  messages: MessageChange[];
  /** Absent where there are none: a server from before there were any would reject them. */
  records?: RecordChange[];
  usage: UsageRecord[];
}

export interface PushReply {
  head: number;
  conversations: PushedConversation[];
  messages: PushedMessage[];
  records?: PushedRecord[] | undefined;
  /** Ids of the records for which the account has no room. */
  refused_usage: string[];
}

/** A push, and the rows it was made from. */
export interface Batch {
  push: Push;
  conversations: ConversationRow[];
  messages: MessageRow[];
  records: RecordRow[];
}

/** Bytes of the body of a push, leaving room for what surrounds the messages. */
const mostBytes = syncLimits.pushBytes - 50_000;
/** Keys and items of the conversations and messages of a push. */
const mostValues = 0.75 * jsonBounds.keys;
const rowsOfEach = 100;
const everything = 2 ** 32 - 1;

type AnyRow = ConversationRow | MessageRow | RecordRow | UsageRow;
export function rowId(row: AnyRow): string {
  if ('record_id' in row) return keyOfRecord(row);
  return 'message_id' in row ? row.message_id : row.conversation_id;
}

/**
 * The oldest unacknowledged changes, at most this many of each kind, or one in total; null if there are none that the
 * server would accept. `isDeleting`: only what it accepts even if it is full · `denied`: ids of rows to leave out.
 */
export function nextBatch(
  storage: Storage,
  most: number = rowsOfEach,
  denied?: ReadonlySet<string>,
  isDeleting = false,
): Promise<Batch | null> {
  const room = most === 1 ? 1 : 2 * most;
  // Those that are left out may come first.
  const reach = isDeleting || denied?.size ? everything : 0;
  const isWanted = (row: AnyRow) =>
    !row.refused && !denied?.has(rowId(row)) && !('message_id' in row && denied?.has(row.conversation_id));
  return storage.read(async (trx) => {
    const conversations = (await trx.pendingConversations(reach || most))
      .filter((row) => isWanted(row) && (!isDeleting || (row.synced && onlyDeletes(row.pending))))
      .slice(0, most)
      .map(asSent);
    let values = 0;
    const conversationChanges = conversations.map(conversationChange).filter((change) => {
      values += countValues(change);
      return values <= mostValues;
    });
    conversations.length = conversationChanges.length;
    let bytes = 0;
    const records: RecordRow[] = [];
    const recordChanges: RecordChange[] = [];
    for (const row of await trx.pendingRecords(reach || most)) {
      if (!isWanted(row) || conversations.length + records.length >= room) continue;
      if (isDeleting && !onlyDeletes(row.pending)) continue;
      const change = recordChange(row);
      const size = bytesOf(change);
      values += countValues(change);
      if (bytes + size > mostBytes || values > mostValues) break;
      bytes += size;
      records.push(row);
      recordChanges.push(change);
    }
    const messages: MessageRow[] = [];
    const changes: MessageChange[] = [];
    const others = conversations.length + records.length;
    for (const row of await trx.pendingMessages(reach || 2 * rowsOfEach)) {
      if (!isWanted(row) || row.is_conflicting || others + changes.length >= room) continue;
      if (isDeleting && !hasOnlyFields(row)) continue;
      const change = fittingChange(row, await trx.chunks(row.message_id), mostBytes);
      if (isEmpty(change)) continue;
      const size = bytesOf(change);
      values += countValues(change);
      if (bytes + size > mostBytes || values > mostValues) break;
      bytes += size;
      messages.push(row);
      changes.push(change);
    }
    const isFull = isDeleting || others + changes.length >= room;
    const usage = isFull ? [] : (await trx.usage(everything)).filter(isWanted).slice(0, most);
    if (others + messages.length + usage.length === 0) return null;
    const push = { conversations: conversationChanges, messages: changes, usage };
    return {
      push: records.length > 0 ? { ...push, records: recordChanges } : push,
      conversations,
      messages,
      records,
    };
  });
}

/** For example the one that says that it was deleted. */
const hasOnlyFields = ({ pending }: MessageRow) =>
  pending !== null && !pending.create && !pending.details && !pending.text;

/** With the changes that are sent now. */
const asSent = (row: ConversationRow): ConversationRow =>
  row.is_doubted ? { ...row, pending: Object.fromEntries(Object.entries(row.pending).slice(0, 1)) } : row;

function conversationChange({ conversation_id, created_at, pending }: ConversationRow): ConversationChange {
  // Without what is more than the server accepts: it would refuse all other fields along with it.
  const fields = Object.entries(pending).map(([name, [value, at]]) => [
    name,
    [cutValues(value, syncLimits.settings), at],
  ]);
  return { conversation_id, created_at, fields: Object.fromEntries(fields) as ConversationChange['fields'] };
}

const encoder = new TextEncoder();
const bytesOf = (change: object) => encoder.encode(JSON.stringify(change)).length;

/** As much of a message as fits: text escaped in JSON can take up several times its length. */
function fittingChange(
  row: MessageRow,
  chunks: Awaited<ReturnType<Transaction['chunks']>>,
  most: number,
): MessageChange {
  let length: number = syncLimits.chunkLength;
  for (;;) {
    const change = messageChange(row, chunks, length);
    if (bytesOf(change) <= most || length < 1_000) return change;
    length = Math.floor(length / 2);
  }
}

/** The server already has all the text so far of a growing answer. */
const isEmpty = ({ create, append, details, fields }: MessageChange): boolean =>
  !create && !details && !fields && append?.text === '' && append.reasoning === '' && !append.ended_at;

/** The server rejects it as invalid: it is not sent again until it changes, or a page is opened anew. */
export function refuseBatch(storage: Storage, batch: Batch): Promise<void> {
  return storage.write(async (trx) => {
    for (const { conversation_id } of batch.conversations) {
      const row = await trx.conversation(conversation_id);
      if (row) await trx.putConversation(withoutWrongFields(row));
    }
    for (const { conversation_id, message_id } of batch.messages) {
      const row = await trx.message(conversation_id, message_id);
      if (row?.pending) await trx.putMessage(refusedRow(row, 'bad-input'));
    }
    for (const { kind, record_id } of batch.records) {
      const row = await trx.record(kind, record_id);
      if (row) await trx.putRecord(refusedRecord(row, 'bad-input'));
    }
    for (const record of batch.push.usage) await trx.putUsage({ ...record, refused: 'bad-input' });
  });
}

/** The wrong field is held back; without it the conversation and its messages can be sent. */
function withoutWrongFields(row: ConversationRow): ConversationRow {
  const [first, ...others] = Object.entries(row.pending);
  if (!first) return refusedRow(row, 'bad-input');
  if (others.length > 0 && !row.is_doubted) return { ...row, is_doubted: true };
  const held = mergeFields(row.held ?? {}, Object.fromEntries([first]));
  const rest = { ...row, pending: Object.fromEntries(others), held, revision: row.revision + 1 };
  if (others.length > 0) return rest;
  return row.synced ? refusedRow(rest, 'bad-input') : { ...rest, pending_since: row.created_at };
}

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
      const outcome = reply.records?.[at];
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
    // This browser has lost some of the reply, for example because its storage was full: it is fetched again.
    const conversation = await trx.conversation(row.conversation_id);
    if (conversation) await trx.putConversation({ ...conversation, seq_seen: 0 });
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
  await trx.putMessage(withoutText(row));
  const conversation = (await trx.conversation(conversation_id)) ?? emptyConversation(conversation_id, now);
  await trx.putConversation(changeConversation(conversation, { leaf: [message_id, now] }, now));
}

function withoutText({ is_conflicting, ...row }: MessageRow): MessageRow {
  const pending = row.pending && { ...row.pending, text: null };
  if (pending && (pending.create || pending.details || Object.keys(pending.fields).length > 0)) {
    return { ...row, pending };
  }
  const { pending_since, ...settled } = row;
  return { ...settled, pending: null };
}
