import { newId } from '@polylogue/sync';
import fc from 'fast-check';
import { changeMessage, newMessage } from '../rows/message-rows.ts';
import { changeRecord, type RecordRow } from '../rows/record-rows.ts';
import {
  type ConversationRow,
  changeConversation,
  emptyConversation,
  type MessageRow,
} from '../rows/rows.ts';

/** The conversation of the samples. */
export const id = '0190a5c2-7e1b-7c3d-8f4a-000000000001';

/** Anything that the database of a browser can hold. */
export const rubbish = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    undefined,
    '',
    NaN,
    Infinity,
    -1,
    8.65e15,
    new Date(Number.NaN),
    new Date(0),
  ),
  fc.constantFrom<unknown>([], {}, new Uint8Array(3), new Map(), 'polylogue', true, 10n),
  fc.anything({ maxDepth: 2, withDate: true, withTypedArray: true, withBigInt: true }),
);

export const message_id = newId(1_700_000_000_000);
export const conversation: ConversationRow = {
  ...changeConversation(emptyConversation(id, 5), { title: ['Title', 5], deleted: [false, 5] }, 5),
  synced: {
    conversation_id: id,
    seq: 3,
    created_at: 5,
    last_message_at: 5,
    messages: 1,
    fields: {},
    erased_until: null,
    is_purged: false,
  },
  tail_seq: 3,
  refused: 'quota-used',
};
export const usage = {
  usage_id: newId(),
  created_at: 5,
  conversation_id: id,
  message_id,
  provider: 'p',
  model: 'm',
  host: 'h',
  input: 1,
  output: 1,
  cached: 0,
  reasoning: 0,
  usd_micros: null,
  is_estimate: false,
};
const text = {
  run_id: newId(),
  previous_run_id: null,
  base: 0,
  reasoning_base: 0,
  text: 'Hi',
  reasoning: '',
  sent: 0,
  reasoning_sent: 0,
  ended_at: 9,
  usage,
};
export const message: MessageRow = {
  ...changeMessage(
    newMessage({ conversation_id: id, message_id, parent_id: null, role: 'assistant', created_at: 5 }),
    { text, details: true, fields: { deleted: [false, 5] } },
    5,
  ),
  details: {
    asked: { provider: 'openai', model: 'm', host: 'h' },
    error: { type: 'failed', failure: { kind: 'key', message: 'No' } },
    usage: { input: 1, output: 2 },
    thought_for: 3,
    files: [{ name: 'a', media_type: 'b', size: 1 }],
  },
};
export const chunk = {
  message_id,
  run_id: text.run_id,
  offset: 0,
  text: 'Hi',
  reasoning_offset: 0,
  reasoning: '',
};

const record_id = '0190a5c2-7e1b-7c3d-8f4a-000000000003';
export const record: RecordRow = {
  ...changeRecord(undefined, { kind: 'folder', record_id }, { name: ['Snakes', 5] }, 5),
  synced: { kind: 'folder', record_id, seq: 3, fields: { deleted: [false, 5] } },
  refused: 'quota-used',
};

/** The sample with rubbish at one place of it, however deep, or without that place. */
export function spoiled<Row extends object>(row: Row, keys: readonly string[]) {
  const places = placesIn(row).filter(([first]) => !keys.includes(first ?? ''));
  const some = fc.uniqueArray(fc.constantFrom(...places), { minLength: 1, maxLength: 3 });
  return fc.tuple(some, rubbish, fc.boolean()).map(([where, value, isMissing]) => {
    const copy = structuredClone(row);
    for (const path of where) put(copy, path, isMissing ? undefined : value);
    return copy;
  });
}

function placesIn(value: object, before: string[] = []): string[][] {
  return Object.entries(value).flatMap(([name, part]) => {
    const here = [...before, name];
    return typeof part === 'object' && part !== null ? [here, ...placesIn(part, here)] : [here];
  });
}

function put(value: Record<string, unknown> | object, [first = '', ...rest]: string[], to: unknown) {
  const at = value as Record<string, unknown>;
  if (rest.length === 0) at[first] = to;
  else if (typeof at[first] === 'object' && at[first] !== null) put(at[first] as object, rest, to);
}
