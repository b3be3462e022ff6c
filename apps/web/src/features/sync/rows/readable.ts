import type { StoredConversation } from '@polylogue/contract';
import { partNumber } from '@polylogue/sync';
import { readDetails } from './readable-details.ts';
import {
  countOf,
  isCount,
  isIdentifier,
  isObject,
  isString,
  isTime,
  type Rubbish,
  readFields,
  stringOf,
  stringOrNull,
  timeOf,
} from './readable-values.ts';
import type { RecordRow } from './record-rows.ts';
import type { ConversationRow, MessageRow, TextChunk, UsageRow } from './rows.ts';

// Rows as they are read out of the browser's database, whatever wrote them: an earlier or later version, an extension, a
// disk that failed. What is missing or of the wrong type is replaced where it does not matter; null: it cannot be shown.
// What a later version has added stays.

const refusals: readonly unknown[] = ['too-large', 'quota-used', 'bad-input'];

/** What both kinds of rows say about what is not acknowledged yet. */
function pendingOf({ pending_since, refused }: Rubbish, since: number) {
  return {
    // Only a number, a string, a date or bytes can have brought the row into the index.
    ...(pending_since !== undefined &&
      pending_since !== null && { pending_since: typeof pending_since === 'number' ? pending_since : since }),
    ...(refusals.includes(refused) && { refused: refused as NonNullable<ConversationRow['refused']> }),
  };
}

export function readConversation(value: unknown): ConversationRow | null {
  if (!isObject(value) || !isIdentifier(value.conversation_id)) return null;
  const { conversation_id, pending_since, refused, tail_seq, held, is_doubted, ...rest } = value;
  const created_at = isTime(value.created_at) ? value.created_at : timeOf(conversation_id as string);
  const synced = syncedOf(value.synced, created_at);
  // The account has it; what this browser knew about that is lost.
  const isLost = value.synced !== null && synced === null;
  return {
    ...rest,
    conversation_id: conversation_id as string,
    created_at,
    last_message_at: isTime(value.last_message_at) ? value.last_message_at : created_at,
    synced,
    pending: readFields(value.pending),
    revision: countOf(value.revision),
    seq_seen: isLost ? 0 : countOf(value.seq_seen),
    is_complete: value.is_complete === true && !isLost,
    opened_at: isTime(value.opened_at) ? value.opened_at : 0,
    ...(isCount(tail_seq) && !isLost && { tail_seq }),
    ...(isObject(held) && { held: readFields(held) }),
    ...(is_doubted === true && { is_doubted }),
    ...pendingOf(value, created_at),
  };
}

function syncedOf(value: unknown, at: number): StoredConversation | null {
  if (!isObject(value) || !isIdentifier(value.conversation_id) || !isCount(value.seq)) return null;
  return {
    ...value,
    conversation_id: value.conversation_id,
    seq: value.seq,
    created_at: isTime(value.created_at) ? value.created_at : at,
    last_message_at: isTime(value.last_message_at) ? value.last_message_at : at,
    messages: countOf(value.messages),
    fields: readFields(value.fields) as StoredConversation['fields'],
    erased_until: isTime(value.erased_until) ? value.erased_until : null,
    is_purged: value.is_purged === true,
  };
}

export function readMessage(value: unknown): MessageRow | null {
  if (!isObject(value) || !isIdentifier(value.conversation_id) || !isIdentifier(value.message_id))
    return null;
  const { conversation_id, message_id, role } = value;
  if (role !== 'user' && role !== 'assistant') return null;
  const created_at = isTime(value.created_at) ? value.created_at : timeOf(message_id);
  const text = textOf(value.pending);
  if (typeof value.body !== 'string' && text === null) return null;
  const { pending_since, changed_at, is_conflicting, refused, ...rest } = value;
  const waiting = pendingOf(value, created_at);
  return {
    ...rest,
    conversation_id,
    message_id,
    parent_id: stringOrNull(value.parent_id),
    role,
    created_at,
    body: stringOf(value.body),
    reasoning: stringOf(value.reasoning),
    run_id: stringOrNull(value.run_id),
    // Without a time, as long as it is none: a reply that ended is not cut off.
    ended_at: isTime(value.ended_at) ? value.ended_at : value.ended_at == null ? null : created_at,
    seq: countOf(value.seq),
    details: readDetails(value.details),
    fields: readFields(value.fields),
    pending: changesOf(value.pending, text) ?? ('pending_since' in waiting ? changesOf({}, null) : null),
    revision: countOf(value.revision),
    ...(isTime(changed_at) && { changed_at }),
    ...(is_conflicting === true && { is_conflicting }),
    ...waiting,
  };
}

function changesOf(value: unknown, text: ReturnType<typeof textOf>): MessageRow['pending'] {
  if (!isObject(value)) return null;
  return {
    ...value,
    create: value.create === true,
    fields: readFields(value.fields),
    details: value.details === true,
    text,
  };
}

function textOf(pending: unknown): NonNullable<MessageRow['pending']>['text'] {
  const value = isObject(pending) ? pending.text : null;
  if (!isObject(value) || typeof value.text !== 'string' || typeof value.run_id !== 'string') return null;
  const { usage, ...rest } = value;
  const base = countOf(value.base);
  const reasoning_base = countOf(value.reasoning_base);
  const used = readUsage(usage);
  return {
    ...rest,
    run_id: value.run_id,
    previous_run_id: stringOrNull(value.previous_run_id),
    base,
    reasoning_base,
    text: value.text,
    reasoning: stringOf(value.reasoning),
    sent: Math.max(base, countOf(value.sent)),
    reasoning_sent: Math.max(reasoning_base, countOf(value.reasoning_sent)),
    ended_at: isTime(value.ended_at) ? value.ended_at : null,
    ...(used && { usage: used }),
  };
}

export function readChunk(value: unknown): TextChunk | null {
  const isWhole =
    isObject(value) &&
    [value.message_id, value.run_id, value.text].every(isString) &&
    [value.offset, value.reasoning_offset].every(isCount);
  return isWhole ? ({ ...value, reasoning: stringOf(value.reasoning) } as unknown as TextChunk) : null;
}

export function readUsage(value: unknown): UsageRow | null {
  const isWhole =
    isObject(value) &&
    [value.usage_id, value.conversation_id, value.message_id].every(isIdentifier) &&
    [value.provider, value.model, value.host].every(isString) &&
    [value.input, value.output, value.cached, value.reasoning].every(isCount) &&
    isTime(value.created_at);
  if (!isWhole) return null;
  const { usd_micros, is_estimate, refused, purpose, fee_usd_micros, searches, pictures, seconds, ...rest } =
    value;
  return {
    ...rest,
    usd_micros: isCount(usd_micros) ? usd_micros : null,
    is_estimate: is_estimate === true,
    ...(isString(purpose) && { purpose }),
    ...((isCount(fee_usd_micros) || fee_usd_micros === null) && { fee_usd_micros }),
    ...Object.fromEntries(
      Object.entries({ searches, pictures, seconds }).filter(([, count]) => isCount(count)),
    ),
    ...(refusals.includes(refused) && { refused }),
  } as UsageRow;
}

export function readRecord(value: unknown): RecordRow | null {
  if (!isObject(value) || typeof value.kind !== 'string' || !isIdentifier(value.record_id)) return null;
  const { kind, record_id, pending_since, refused, ...rest } = value;
  const { synced } = value;
  return {
    ...rest,
    kind,
    record_id,
    synced: isObject(synced)
      ? { ...synced, kind, record_id, seq: countOf(synced.seq), fields: readFields(synced.fields) as never }
      : null,
    pending: readFields(value.pending),
    revision: countOf(value.revision),
    ...pendingOf(value, 0),
  };
}

/** What is stored about a message's files; undefined: it is as if it were not there. */
export function readFile(name: string, value: unknown): unknown {
  if (partNumber(name) !== undefined) {
    const isPart =
      isObject(value) &&
      (value.type === 'text'
        ? isString(value.text)
        : value.type === 'file' && [value.name, value.mediaType, value.data].every(isString));
    return isPart ? value : undefined;
  }
  return name.startsWith('thumbnail ') && !isThumbnail(value) ? undefined : value;
}

const isThumbnail = (value: unknown) =>
  isObject(value) && value.blob instanceof Blob && [value.width, value.height].every(isCount);

const isUnsent = (value: unknown) =>
  isObject(value) && [value.conversation_id, value.message_id].every(isString) && isCount(value.place);

const isUnsentRecordFile = (value: unknown) => isObject(value) && isString(value.record_id);

/** Only snapshots may be anything: whoever shows one knows its shape. */
const metaReaders: Readonly<Record<string, (value: unknown) => unknown>> = {
  cursor: (value) => (isCount(value) ? value : undefined),
  history: (value) => (isString(value) ? value : undefined),
  'records-listed': (value) => (value === true ? value : undefined),
  'files-listed': (value) => (value === true ? value : undefined),
  'unsent-record-files': (value) => (Array.isArray(value) ? value.filter(isUnsentRecordFile) : undefined),
  'unsent-files': (value) => (Array.isArray(value) ? value.filter(isUnsent) : undefined),
  snapshots: (value) =>
    isObject(value) ? Object.fromEntries(Object.entries(value).filter(([, at]) => isTime(at))) : undefined,
};

export const readMeta = (name: string, value: unknown): unknown =>
  Object.hasOwn(metaReaders, name) ? metaReaders[name]?.(value) : value;
