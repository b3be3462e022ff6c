import {
  type StoredConversation,
  StoredConversationFields,
  type StoredMessage,
  StoredMessageDetails,
  StoredMessageFields,
  type StoredRecord,
  StoredRecordFields,
} from '@polylogue/contract';
import { type StampedField, type StampedFields, storable, syncLimits } from '@polylogue/sync';
import { readCutJson } from '../../platform/database/json.ts';
import { membersOf } from '../../platform/json/members.ts';
import type { ConversationRecord } from './conversation-store.ts';
import type { MessageRecord } from './message-store.ts';
import type { AccountRecord } from './record-store.ts';

const most = syncLimits.partValues;
/** Of a field its value is cut, not the list of value and time. */
const ofFields = [most, 2] as const;
const ofRecordFields = [syncLimits.recordValues, 2] as const;

/** Rows in the format sent to browsers. */
export function storedConversation(row: ConversationRecord): StoredConversation {
  const { conversation_id, seq, created_at, last_message_at, messages } = row;
  const fields = readCutJson(StoredConversationFields, row.fields, ...ofFields);
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

export const storedDetails = ({ details }: Pick<MessageRecord, 'details'>) =>
  details === null ? null : readCutJson(StoredMessageDetails, details, most);

export function storedMessage(row: MessageRecord): StoredMessage {
  const { message_id, seq, parent_id, role, created_at, body, reasoning, run_id, ended_at } = row;
  const details = storedDetails(row);
  const fields = readCutJson(StoredMessageFields, row.fields, ...ofFields);
  return { message_id, seq, parent_id, role, created_at, body, reasoning, details, fields, run_id, ended_at };
}

export function storedRecord({ kind, record_id, seq, fields }: AccountRecord): StoredRecord {
  return { kind, record_id, seq, fields: readCutJson(StoredRecordFields, fields, ...ofRecordFields) };
}

/** The same rows as JSON, for the copy of one's data: with everything that is stored, also beyond what is read. */
export function wholeConversation(row: ConversationRecord): string {
  const { fields, ...rest } = storedConversation(row);
  return jsonWith(rest, { fields: row.fields });
}

export function wholeMessage(row: MessageRecord): string {
  const { details, fields, ...rest } = storedMessage(row);
  return jsonWith(rest, { details: row.details ?? 'null', fields: row.fields });
}

export function wholeRecord({ kind, record_id, fields }: AccountRecord): string {
  return jsonWith({ kind, record_id }, { fields });
}

const jsonWith = (object: object, members: Record<string, string>): string =>
  `${JSON.stringify(object).slice(0, -1)},${Object.entries(members)
    .map(([name, json]) => `${JSON.stringify(name)}:${json}`)
    .join(',')}}`;

/** Of fields that are not read as a whole, what is stored. */
const wholeFields = new WeakMap<StampedField, string>();

/** Fields in the form that both sides merge. */
export function parsedFields(json: string): StampedFields {
  const members = membersOf(json, ...ofFields).map(({ name, whole, cut }) => {
    const field = JSON.parse(cut) as StampedField;
    if (cut !== whole) wholeFields.set(field, whole);
    return [name, field] as const;
  });
  return Object.fromEntries(members);
}

/** Fields as they are stored. */
export const fieldsJson = (fields: StampedFields): string =>
  `{${Object.entries(fields)
    .map(([name, field]) => `${JSON.stringify(name)}:${wholeFields.get(field) ?? JSON.stringify(field)}`)
    .join(',')}}`;

/** JSON without characters that a database cannot store, not even as escapes, which would be decoded again. */
export const storableJson = (value: unknown) =>
  JSON.stringify(value, (_, part) => (typeof part === 'string' ? storable(part) : part));

export const storableFields = (fields: object): StampedFields =>
  JSON.parse(storableJson(fields)) as StampedFields;
