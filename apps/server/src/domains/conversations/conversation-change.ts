import { type Fields, mergeFields } from '@polylogue/sync';
import { sizeOf } from './policy.ts';
import { fieldsOf } from './rows.ts';
import type { ConversationRow } from './store.ts';

/** A conversation while changes are made to it. */
export interface OpenConversation {
  row: ConversationRow;
  fields: Fields;
  /** As it is in the database; undefined: it is new. */
  stored: ConversationRow | undefined;
}

export const opened = (stored: ConversationRow): OpenConversation => ({
  row: stored,
  fields: fieldsOf(stored.fields),
  stored,
});

export function begun(feed: number, conversation_id: string, at: number): OpenConversation {
  const row: ConversationRow = {
    feed,
    conversation_id,
    seq: 0,
    created_at: at,
    last_message_at: at,
    messages: 0,
    bytes: sizeOf.conversation('{}'),
    fields: '{}',
    deleted_at: null,
    erased_at: null,
    purged_at: null,
  };
  return { row, fields: {}, stored: undefined };
}

/** With these fields; a deletion that is older than what was said since does not hide that. */
export function changed(open: OpenConversation, fields: Fields, now: number): OpenConversation {
  const next = withFields(open, fields);
  if (next === open) return open;
  const { messages, last_message_at } = next.row;
  const until = goneUntil(next);
  return until !== null && messages > 0 && last_message_at > until ? broughtBack(next, now) : next;
}

/** With one more message: what is written to after it was deleted elsewhere comes back, in a tombstone, too. */
export function received(open: OpenConversation, createdAt: number, now: number): OpenConversation {
  const { row } = open;
  const last_message_at = Math.max(row.last_message_at, createdAt);
  const next = { ...open, row: { ...row, messages: row.messages + 1, last_message_at, purged_at: null } };
  const until = goneUntil(open);
  if (until === null) return next;
  if (createdAt > until) return broughtBack(next, now);
  // It is older than the deletion, and goes the way of the others.
  if (row.purged_at !== null) next.row = { ...next.row, deleted_at: until, erased_at: until };
  return next;
}

/** Of a tombstone nothing is written: what it had is gone, and its fields would be texts that nobody ever removes. */
export const isWritten = ({ row, stored }: OpenConversation) => row !== stored && row.purged_at === null;

/** What was created until then is deleted. */
function goneUntil({ row, fields: { deleted } }: OpenConversation): number | null {
  const times = [deleted?.[0] === true ? deleted[1] : null, row.erased_at];
  return times.reduce((one, other) =>
    one === null || other === null ? (one ?? other) : Math.max(one, other),
  );
}

function broughtBack(open: OpenConversation, now: number): OpenConversation {
  const { deleted, erased } = open.fields;
  return withFields(open, {
    ...(deleted?.[0] === true && { deleted: [false, now] as const }),
    ...(erased?.[0] === true && { erased: [false, now] as const }),
  });
}

function withFields(open: OpenConversation, changes: Fields): OpenConversation {
  const fields = mergeFields(open.fields, changes);
  const json = JSON.stringify(fields);
  const { row } = open;
  if (json === row.fields) return open;
  const { deleted, erased } = fields;
  return {
    ...open,
    fields,
    row: {
      ...row,
      fields: json,
      bytes: row.bytes + sizeOf.conversation(json) - sizeOf.conversation(row.fields),
      deleted_at: deleted?.[0] === true ? deleted[1] : null,
      erased_at: erased?.[0] === true ? Math.max(erased[1], row.erased_at ?? 0) : row.erased_at,
    },
  };
}
