import type {
  ConversationChange,
  MessageChange,
  PushedConversation,
  PushedMessage,
  PushedRecord,
  RecordChange,
  UsageRecord,
} from '@polylogue/contract';
import { countValues, cutValues, jsonBounds, mergeFields, onlyDeletes, syncLimits } from '@polylogue/sync';
import { messageChange } from '../rows/message-rows.ts';
import { keyOfRecord, type RecordRow, recordChange, refusedRecord } from '../rows/record-rows.ts';
import { type ConversationRow, type MessageRow, refusedRow, type UsageRow } from '../rows/rows.ts';
import { everything, type Storage, type Transaction } from '../storage/storage.ts';

export interface Push {
  conversations: ConversationChange[];
  messages: MessageChange[];
  records: RecordChange[];
  usage: UsageRecord[];
}

export interface PushReply {
  head: number;
  conversations: PushedConversation[];
  messages: PushedMessage[];
  records: PushedRecord[];
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
/** Rows of each kind in a push. */
export const rowsOfEach = 100;

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
    const push = { conversations: conversationChanges, messages: changes, records: recordChanges, usage };
    return { push, conversations, messages, records };
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
