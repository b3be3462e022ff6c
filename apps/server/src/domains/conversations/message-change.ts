import type { MessageChange, PushedMessage } from '@polylogue/contract';
import { appendToReply, cappedFields, mergeFields, storable } from '@polylogue/sync';
import type { MessageState } from './message-store.ts';
import { conversationPolicy, type TextLimits } from './policy.ts';
import { fieldsJson, parsedFields, storableFields, storableJson } from './rows.ts';

/** A message that is being changed, and what to write of it. */
export interface OpenMessage {
  state: MessageState;
  isNew: boolean;
  isChanged: boolean;
  addedBody: string;
  addedReasoning: string;
}

type RefusedMessage = Extract<PushedMessage, { refused: string }>;
export type MessageRefusal = Omit<RefusedMessage, 'message_id'>;

export const openedMessage = (state: MessageState): OpenMessage => ({
  state,
  isNew: false,
  isChanged: false,
  addedBody: '',
  addedReasoning: '',
});

/** From its creation; storing it assigns its number in the feed. */
export function createdMessage(change: MessageChange, feed: number, now: number): OpenMessage {
  const { message_id, conversation_id, create, append: piece } = change;
  const { parent_id = null, role = 'user', created_at = now, body = '' } = create ?? {};
  const text = storable(body);
  const at = Math.min(created_at, now);
  const state: MessageState = {
    row_id: 0,
    feed,
    message_id,
    conversation_id,
    parent_id,
    seq: 0,
    created_at: at,
    role,
    body_length: text.length,
    reasoning_length: 0,
    bytes: byteLength(text),
    details: null,
    fields: '{}',
    run_id: null,
    ended_at: role === 'user' && !piece ? at : null,
  };
  return { state, isNew: true, isChanged: true, addedBody: text, addedReasoning: '' };
}

/** The message with appended text, details and fields. */
export function changedMessage(
  open: OpenMessage,
  change: MessageChange,
  limits: TextLimits,
  now: number,
): OpenMessage | MessageRefusal {
  const appended = withAppended(open, change, now);
  if ('refused' in appended) return appended;
  const { next, isLast } = appended;
  const { state } = next;
  if (!conversationPolicy.mayGrow(state.body_length + state.reasoning_length, limits)) {
    return { refused: 'too-large' };
  }
  const details = change.details && isLast ? storableJson(change.details) : state.details;
  const merged = mergeFields(
    parsedFields(state.fields),
    cappedFields(storableFields(change.fields ?? {}), now),
  );
  const fields = fieldsJson(merged);
  if (details === state.details && fields === state.fields) return next;
  const bytes = state.bytes + byteLength(details) - byteLength(state.details);
  return { ...next, state: { ...state, details, fields, bytes }, isChanged: true };
}

/** `isLast`: no stored piece comes after this one, so its details are the newest. */
function withAppended(
  open: OpenMessage,
  change: MessageChange,
  now: number,
): { next: OpenMessage; isLast: boolean } | MessageRefusal {
  if (!change.append) return { next: open, isLast: true };
  const { ended_at, ...rest } = change.append;
  const piece = { ...rest, text: storable(rest.text), reasoning: storable(rest.reasoning) };
  const result = appendToReply(
    open.state,
    ended_at === undefined ? piece : { ...piece, ended_at: Math.min(ended_at, now) },
  );
  if ('refused' in result) return result;
  const bytes = open.state.bytes + byteLength(result.text) + byteLength(result.reasoning);
  const next = {
    ...open,
    state: { ...open.state, ...result.state, bytes },
    isChanged: open.isChanged || result.isNews,
    addedBody: open.addedBody + result.text,
    addedReasoning: open.addedReasoning + result.reasoning,
  };
  return { next, isLast: result.isLast };
}

/** The answer to the browser. */
export function pushed({ state }: OpenMessage): PushedMessage {
  const { message_id, seq, run_id, body_length, reasoning_length, ended_at } = state;
  return { message_id, seq, run_id, body_length, reasoning_length, is_ended: ended_at !== null };
}

const byteLength = (text: string | null) => (text === null ? 0 : Buffer.byteLength(text));
