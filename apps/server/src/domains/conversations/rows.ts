import {
  ConversationFields,
  MessageDetails,
  MessageFields,
  type StoredConversation,
  type StoredMessage,
} from '@polylogue/contract';
import { type Fields, storable } from '@polylogue/sync';
import { readJson } from '../../platform/database/json.ts';
import type { ConversationRow, MessageRow } from './store.ts';

/** Rows in the format sent to browsers. */
export function storedConversation(row: ConversationRow): StoredConversation {
  const { conversation_id, seq, created_at, last_message_at, messages } = row;
  const fields = readJson(ConversationFields, row.fields);
  return {
    conversation_id,
    seq,
    created_at,
    last_message_at,
    messages,
    fields,
    erased_until: row.erased_until,
    is_purged: row.purged_at !== null,
  };
}

export function storedMessage(row: MessageRow): StoredMessage {
  const { message_id, seq, parent_id, role, created_at, body, reasoning, run_id, ended_at } = row;
  const details = row.details === null ? null : readJson(MessageDetails, row.details);
  const fields = readJson(MessageFields, row.fields);
  return { message_id, seq, parent_id, role, created_at, body, reasoning, details, fields, run_id, ended_at };
}

/** Fields in the form that both sides merge. */
export const fieldsOf = (json: string): Fields => JSON.parse(json) as Fields;

/** JSON without characters that a database cannot store, not even as escapes, which would be decoded again. */
export const storableJson = (value: unknown) =>
  JSON.stringify(value, (_, part) => (typeof part === 'string' ? storable(part) : part));

export const storableFields = (fields: object): Fields => JSON.parse(storableJson(fields)) as Fields;
