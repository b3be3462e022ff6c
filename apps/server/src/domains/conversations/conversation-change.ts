import { mergeFields, type StampedField, type StampedFields } from '@polylogue/sync';
import type { ConversationRecord } from './conversation-store.ts';
import { sizeOf } from './policy.ts';
import { fieldsJson, parsedFields } from './rows.ts';

/** A conversation that is being changed. */
export interface OpenConversation {
  row: ConversationRecord;
  fields: StampedFields;
  /** The row in the database; undefined for a new conversation. */
  stored: ConversationRecord | undefined;
}

export const openedConversation = (stored: ConversationRecord): OpenConversation => ({
  row: stored,
  fields: parsedFields(stored.fields),
  stored,
});

export function createdConversation(feed: number, conversation_id: string, at: number): OpenConversation {
  const row: ConversationRecord = {
    feed,
    conversation_id,
    seq: 0,
    created_at: at,
    last_message_at: at,
    messages: 0,
    bytes: sizeOf.conversation('{}'),
    fields: '{}',
    deleted_at: null,
    erased_until: null,
    is_purging: false,
    purged_at: null,
  };
  return { row, fields: {}, stored: undefined };
}

/** With these fields set; a deletion does not hide messages that are newer than it. */
export function changedConversation(open: OpenConversation, fields: StampedFields): OpenConversation {
  const next = withFields(open, fields);
  if (next === open) return open;
  const { messages, last_message_at } = next.row;
  const until = deletedUntil(next);
  return until !== null && messages > 0 && last_message_at > until ? restored(next, last_message_at) : next;
}

/** With one more message: writing to a conversation that was deleted elsewhere restores it, even from a tombstone. */
export function withMessage(open: OpenConversation, createdAt: number): OpenConversation {
  const { row, fields } = open;
  const until = deletedUntil(open);
  const next = {
    ...open,
    row: {
      ...row,
      messages: row.messages + 1,
      last_message_at: Math.max(row.last_message_at, createdAt),
      deleted_at: deletedAt(fields),
      // Older messages arrive too late.
      is_purging: row.is_purging || (row.erased_until !== null && createdAt <= row.erased_until),
      purged_at: null,
    },
  };
  return until !== null && createdAt > until ? restored(next, createdAt) : next;
}

/** The version to store. A tombstone keeps only its `deleted` field: the others would never be removed again. */
export function versionToStore(open: OpenConversation): OpenConversation {
  const { row, stored, fields } = open;
  if (row.purged_at === null || !stored) return open;
  const next = tombstone(row, fields.deleted);
  const isSame = next.fields === stored.fields && next.erased_until === stored.erased_until;
  return { ...open, row: isSame ? stored : next };
}

/** The row without texts and settings. */
export function tombstone(row: ConversationRecord, deleted: StampedField | undefined): ConversationRecord {
  const fields = JSON.stringify(deleted ? { deleted } : {});
  const bytes = sizeOf.conversation(fields);
  return { ...row, fields, bytes, deleted_at: null, is_purging: false };
}

export const needsWrite = ({ row, stored }: OpenConversation) => row !== stored;

/** The time up to which messages are deleted. */
function deletedUntil({ row, fields }: OpenConversation): number | null {
  const times = [deletedAt(fields), row.erased_until].filter((at) => at !== null);
  return times.length > 0 ? Math.max(...times) : null;
}

const deletedAt = ({ deleted }: StampedFields): number | null => (deleted?.[0] === true ? deleted[1] : null);

/** Dated by that message rather than now: a deletion made after it may still be on its way. */
function restored(open: OpenConversation, at: number): OpenConversation {
  const { deleted, erased } = open.fields;
  return withFields(open, {
    ...(deleted?.[0] === true && { deleted: [false, at] as const }),
    ...(erased?.[0] === true && { erased: [false, at] as const }),
  });
}

function withFields(open: OpenConversation, changes: StampedFields): OpenConversation {
  const fields = mergeFields(open.fields, changes);
  const json = fieldsJson(fields);
  const { row } = open;
  if (json === row.fields) return open;
  const { erased } = fields;
  const isErased = erased?.[0] === true && erased[1] > (row.erased_until ?? -1);
  return {
    ...open,
    fields,
    row: {
      ...row,
      fields: json,
      bytes: row.bytes + sizeOf.conversation(json) - sizeOf.conversation(row.fields),
      deleted_at: deletedAt(fields),
      ...(isErased && { erased_until: erased[1], is_purging: true }),
    },
  };
}
