import type { MessageDetails, StoredConversation, UsageRecord } from '@polylogue/contract';
import { mergeFields, type StampedFields } from '@polylogue/sync';

/** The server's last version, and the changes it has not acknowledged yet. Changes are shown over the version. */
export interface ConversationRow {
  conversation_id: string;
  created_at: number;
  last_message_at: number;
  synced: StoredConversation | null;
  pending: StampedFields;
  /** Incremented with each change made here, so that the answer to an older push does not clear a newer change. */
  revision: number;
  /** When the oldest unacknowledged change was made; absent if there is none. */
  pending_since?: number;
  refused?: Refusal;
  /** Changes that the server rejected, perhaps since it is older than this page: tried again when a page is next opened. */
  held?: StampedFields;
  /** One of the pending changes was rejected: they are sent one by one, to learn which. */
  is_doubted?: boolean;
  /** All changes of its messages up to this number are here. */
  seq_seen: number;
  /** Every message is here, not only the last ones. */
  is_complete: boolean;
  opened_at: number;
  /** For an incomplete conversation: the last messages are stored here as of this change. */
  tail_seq?: number;
}

/** Why the server refuses a change; `bad-input`: it does not know what that is. */
type Refusal = 'too-large' | 'quota-used' | 'bad-input';

/** Text of one answer that is not acknowledged yet. */
export interface PendingText {
  run_id: string;
  previous_run_id: string | null;
  /** The length of the reply and of its reasoning when the answer began. */
  base: number;
  reasoning_base: number;
  /** From the base on; while the answer grows, its text is in chunks. */
  text: string;
  reasoning: string;
  /** How much of the whole reply the server has. */
  sent: number;
  reasoning_sent: number;
  ended_at: number | null;
  /** While it grows: what it has used so far. It counts once the answer is found to be cut off. */
  usage?: UsageRecord;
}

export interface PendingChanges {
  create: boolean;
  fields: StampedFields;
  details: boolean;
  text: PendingText | null;
}

export interface MessageRow {
  conversation_id: string;
  message_id: string;
  parent_id: string | null;
  role: 'user' | 'assistant';
  created_at: number;
  /** The server's version; empty for a message the server does not have. */
  body: string;
  reasoning: string;
  run_id: string | null;
  ended_at: number | null;
  seq: number;
  details: MessageDetails | null;
  fields: StampedFields;
  pending: PendingChanges | null;
  revision: number;
  pending_since?: number;
  /** When it was last changed here. */
  changed_at?: number;
  /** Another device continued this reply, and the answer here has not ended yet. */
  is_conflicting?: boolean;
  refused?: Refusal;
}

/** A usage record that is not acknowledged yet. */
export type UsageRow = UsageRecord & { refused?: Refusal };

/** One second of a growing reply. Offsets are within the whole reply. */
export interface TextChunk {
  message_id: string;
  run_id: string;
  offset: number;
  text: string;
  reasoning_offset: number;
  reasoning: string;
}

/** A message as displayed, wherever its text is stored. */
export interface ShownMessage {
  message_id: string;
  parent_id: string | null;
  role: 'user' | 'assistant';
  created_at: number;
  body: string;
  reasoning: string;
  details: MessageDetails | null;
  fields: StampedFields;
  run_id: string | null;
  ended_at: number | null;
  /** When it was last changed here; absent of what came from another device. */
  changed_at?: number;
}

export function emptyConversation(id: string, at: number): ConversationRow {
  return {
    conversation_id: id,
    created_at: at,
    last_message_at: at,
    synced: null,
    pending: {},
    revision: 0,
    seq_seen: 0,
    is_complete: true,
    opened_at: at,
  };
}

export const fieldsOfConversation = (row: ConversationRow): StampedFields =>
  mergeFields(mergeFields((row.synced?.fields ?? {}) as StampedFields, row.held ?? {}), row.pending);

export function changeConversation(row: ConversationRow, fields: StampedFields, at: number): ConversationRow {
  const { refused, ...rest } = row;
  return {
    ...rest,
    pending: mergeFields(row.pending, fields),
    revision: row.revision + 1,
    pending_since: refused ? at : (row.pending_since ?? at),
  };
}

/** A refused row goes last in the queue, until it changes or is tried again. */
export const refusedRow = <Row extends ConversationRow | MessageRow>(row: Row, refused: Refusal): Row => ({
  ...row,
  refused,
  pending_since: Number.MAX_SAFE_INTEGER,
});

export function withoutRefusal<Row extends ConversationRow | MessageRow>(row: Row): Row {
  const { refused, ...rest } = row;
  return refused ? ({ ...rest, pending_since: row.created_at } as Row) : row;
}

/** The same, and what was held back is pending again. */
export function triedAgain({ held, ...row }: ConversationRow): ConversationRow {
  const rest = held ? { ...row, pending: mergeFields(held, row.pending), revision: row.revision + 1 } : row;
  return withoutRefusal(rest);
}

/** A conversation of which the server has another version. `isDeleted`: in the account, after all that is here. */
export function pulledConversation(
  row: ConversationRow | undefined,
  synced: StoredConversation,
  isDeleted: boolean,
): ConversationRow {
  const { conversation_id, created_at } = synced;
  // Begun elsewhere: none of its messages are here.
  const base = row ?? { ...emptyConversation(conversation_id, created_at), is_complete: false, opened_at: 0 };
  if (base.synced && base.synced.seq > synced.seq) return base;
  const last_message_at =
    row && !isDeleted ? Math.max(row.last_message_at, synced.last_message_at) : synced.last_message_at;
  return { ...base, created_at, last_message_at, synced };
}
