import type { MessageChange, MessageDetails, PushedMessage, StoredMessage } from '@polylogue/contract';
import { cutText, cutValues, mergeFields, type StampedFields, syncLimits } from '@polylogue/sync';
import type { MessageRow, PendingChanges, PendingText, ShownMessage, TextChunk } from './rows.ts';

const noChanges: PendingChanges = { create: false, fields: {}, details: false, text: null };

interface NewMessage {
  conversation_id: string;
  message_id: string;
  parent_id: string | null;
  role: 'user' | 'assistant';
  created_at: number;
}

/** A message made here. */
export function newMessage(message: NewMessage): MessageRow {
  return {
    ...message,
    body: '',
    reasoning: '',
    run_id: null,
    ended_at: null,
    seq: 0,
    details: null,
    fields: {},
    pending: { ...noChanges, create: true },
    revision: 1,
    pending_since: message.created_at,
  };
}

/** A message with changes made here. */
export function changeMessage(row: MessageRow, change: Partial<PendingChanges>, at: number): MessageRow {
  const { refused, is_conflicting, ...rest } = row;
  const before = row.pending ?? noChanges;
  const pending = { ...before, ...change, fields: mergeFields(before.fields, change.fields ?? {}) };
  return {
    ...rest,
    pending,
    // When it ends it is sent again, and moved into a separate reply.
    ...(is_conflicting && pending.text?.ended_at === null && { is_conflicting }),
    revision: row.revision + 1,
    pending_since: refused ? at : (row.pending_since ?? at),
    changed_at: at,
  };
}

/** The server's version of a message, with unacknowledged changes applied on top. */
export function pulledMessage(
  row: MessageRow | undefined,
  conversationId: string,
  stored: StoredMessage,
): MessageRow {
  const { fields, details, ...rest } = stored;
  if (row && row.seq > stored.seq) return row;
  const pending = row?.pending ?? null;
  return {
    ...rest,
    conversation_id: conversationId,
    details: pending?.details && row ? row.details : details,
    fields: fields as StampedFields,
    pending,
    revision: row?.revision ?? 0,
    ...(pending && row && stillPending(row)),
  };
}

const stillPending = ({ pending_since, changed_at, refused, is_conflicting }: MessageRow) => ({
  ...(pending_since !== undefined && { pending_since }),
  ...(changed_at !== undefined && { changed_at }),
  ...(refused && { refused }),
  ...(is_conflicting && { is_conflicting }),
});

/** A message as displayed; `chunks` are those of its answer while it is growing. */
export function shownMessage(row: MessageRow, chunks: readonly TextChunk[] = []): ShownMessage {
  const { message_id, parent_id, role, created_at, changed_at, details } = row;
  const fields = row.pending ? mergeFields(row.fields, row.pending.fields) : row.fields;
  const text = row.pending?.text;
  const changed = changed_at !== undefined && { changed_at };
  const shown = { message_id, parent_id, role, created_at, ...changed, details, fields };
  if (!text) {
    const { body, reasoning, run_id, ended_at } = row;
    return { ...shown, body, reasoning, run_id, ended_at };
  }
  const whole = joined(text, chunks);
  return {
    ...shown,
    body: row.body.slice(0, text.base) + whole.text,
    reasoning: row.reasoning.slice(0, text.reasoning_base) + whole.reasoning,
    run_id: text.run_id,
    ended_at: text.ended_at,
  };
}

/** The text of an answer with its chunks, which may overlap. */
export function joined(text: PendingText, chunks: readonly TextChunk[]): { text: string; reasoning: string } {
  let body = text.text;
  let reasoning = text.reasoning;
  for (const chunk of chunks) {
    if (chunk.run_id !== text.run_id) continue;
    const from = text.base + body.length - chunk.offset;
    if (from >= 0) body += chunk.text.slice(from);
    const reasoningFrom = text.reasoning_base + reasoning.length - chunk.reasoning_offset;
    if (reasoningFrom >= 0) reasoning += chunk.reasoning.slice(reasoningFrom);
  }
  return { text: body, reasoning };
}

/** What is sent of a message: at most `length` code units of text and reasoning combined. */
export function messageChange(row: MessageRow, chunks: readonly TextChunk[], length: number): MessageChange {
  const { conversation_id, message_id, parent_id, role, created_at } = row;
  const { create, fields, details, text } = row.pending ?? noChanges;
  const most = Math.min(length, syncLimits.chunkLength);
  return {
    conversation_id,
    message_id,
    ...(create && { create: { parent_id, role, created_at, body: '' } }),
    ...(text && { append: pieceOf(text, joined(text, chunks), most) }),
    ...(details && row.details && { details: acceptedDetails(row.details) }),
    ...(Object.keys(fields).length > 0 && { fields: fields as MessageChange['fields'] }),
  } as MessageChange;
}

/** Without what is more than the server accepts: it would refuse the text along with it. */
const acceptedDetails = (details: MessageDetails) =>
  Object.fromEntries(
    Object.entries(details).map(([name, part]) => [name, cutValues(part, syncLimits.partValues)]),
  ) as MessageDetails;

function pieceOf(text: PendingText, whole: { text: string; reasoning: string }, most: number) {
  const { run_id, previous_run_id, base, reasoning_base, sent, reasoning_sent, ended_at } = text;
  const reasoning = cutText(whole.reasoning.slice(reasoning_sent - reasoning_base), most);
  const body = cutText(whole.text.slice(sent - base), most - reasoning.length);
  const isWhole =
    sent + body.length >= base + whole.text.length &&
    reasoning_sent + reasoning.length >= reasoning_base + whole.reasoning.length;
  return {
    run_id,
    previous_run_id,
    base,
    reasoning_base,
    offset: sent,
    text: body,
    reasoning_offset: reasoning_sent,
    reasoning,
    ...(ended_at !== null && isWhole && { ended_at }),
  };
}

type AcceptedMessage = Extract<PushedMessage, { seq: number }>;

/** The message after the server accepted a change; `sent` is the row that change was made from. */
export function acknowledged(
  row: MessageRow,
  sent: MessageRow,
  reply: AcceptedMessage,
  chunks: readonly TextChunk[],
  now: number,
): MessageRow {
  if (!row.pending) return row;
  const isSame = row.revision === sent.revision;
  const { text } = row.pending;
  const isOurs = text !== null && reply.run_id === text.run_id;
  const shown = shownMessage(row, chunks);
  const { body, reasoning } = shown;
  // More is there if this browser has lost some of it.
  const isAllThere =
    !text ||
    (isOurs &&
      text.ended_at !== null &&
      reply.is_ended &&
      reply.body_length >= body.length &&
      reply.reasoning_length >= reasoning.length);
  const { refused, ...rest } = row;
  const synced: MessageRow = {
    ...rest,
    seq: Math.max(row.seq, reply.seq),
    fields: isSame ? mergeFields(row.fields, row.pending.fields) : row.fields,
    ...(row.pending.create && { created_at: Math.min(row.created_at, now) }),
    ...(isAllThere && { body, reasoning, run_id: shown.run_id, ended_at: shown.ended_at }),
  };
  const left: PendingChanges = {
    create: false,
    fields: isSame ? {} : row.pending.fields,
    details: isSame ? false : row.pending.details,
    text: isAllThere
      ? null
      : text && isOurs
        ? {
            ...text,
            sent: Math.min(reply.body_length, body.length),
            reasoning_sent: Math.min(reply.reasoning_length, reasoning.length),
          }
        : text,
  };
  if (hasChanges(left)) return { ...synced, pending: left };
  const { pending_since, ...settled } = synced;
  return { ...settled, pending: null };
}

const hasChanges = ({ create, fields, details, text }: PendingChanges) =>
  create || details || text !== null || Object.keys(fields).length > 0;

/** The message after the server reported that an earlier piece is missing. */
export function rewound(row: MessageRow, body_length: number, reasoning_length: number): MessageRow {
  const text = row.pending?.text;
  if (!row.pending || !text) return row;
  const sent = Math.max(text.base, body_length);
  const reasoning_sent = Math.max(text.reasoning_base, reasoning_length);
  return { ...row, pending: { ...row.pending, text: { ...text, sent, reasoning_sent } } };
}

/** A message the server does not have: everything stored here is sent again. */
export function recreated(row: MessageRow, chunks: readonly TextChunk[], at: number): MessageRow {
  // Another device is receiving it, and has more of it.
  if (row.run_id !== null && row.ended_at === null && !row.pending?.text) {
    const { pending_since, ...settled } = row;
    return { ...settled, pending: null, seq: 0 };
  }
  const shown = shownMessage(row, chunks);
  const text: PendingText | null =
    row.run_id === null && !row.pending?.text && shown.body === ''
      ? null
      : {
          run_id: shown.run_id ?? shown.message_id,
          previous_run_id: null,
          base: 0,
          reasoning_base: 0,
          text: shown.body,
          reasoning: shown.reasoning,
          sent: 0,
          reasoning_sent: 0,
          ended_at: shown.ended_at,
        };
  const bare: MessageRow = { ...row, body: '', reasoning: '', run_id: null, ended_at: null, seq: 0 };
  return changeMessage(bare, { create: true, details: row.details !== null, fields: shown.fields, text }, at);
}
