import type { ConversationChange, MessageChange, PushedMessage, UsageRecord } from '@polylogue/contract';
import { append, cappedFields, type Fields, fieldValue, mergeFields, storable } from '@polylogue/sync';
import type { Database, Queries } from '../../platform/database/database.ts';
import { type Feed, feedStore, rowIdOf } from '../../platform/feed/feeds.ts';
import { refuse } from '../../platform/http/refuse.ts';
import { conversationPolicy, type TextAllowance } from './policy.ts';
import { fieldsOf } from './rows.ts';
import {
  type ConversationRow,
  type ConversationStore,
  conversationStore,
  type MessageRow,
  type MessageState,
  type UsageRow,
} from './store.ts';

export interface PushDeps {
  database: Database;
  allowance: TextAllowance;
  /** Lets nobody else change what belongs to this account until the transaction ends; false when it is gone. */
  lock(userId: string, on: Queries): Promise<boolean>;
  /** Throws a refusal where the disk has no room left. */
  mustHaveRoom(): Promise<void>;
  /** There is something new in the feed of an account. */
  changed(userId: string, head: number): void;
  /** Milliseconds since 1970. */
  now: () => number;
}

export interface Changes {
  conversations: readonly ConversationChange[];
  messages: readonly MessageChange[];
  usage: readonly UsageRecord[];
}

/** Stores what a browser sends: one transaction, one number in the feed; what is there already changes nothing. */
export function pushing({ database, allowance, lock, mustHaveRoom, changed, now }: PushDeps) {
  async function feedOf(userId: string): Promise<Feed> {
    const known = await feedStore(database.db).of(userId);
    if (known) return known;
    return database.transaction(async (trx) => {
      if (!(await lock(userId, trx))) return accountIsGone();
      const feeds = feedStore(trx);
      await feeds.create('account', userId);
      return (await feeds.of(userId)) ?? accountIsGone();
    });
  }

  return async function push(
    userId: string,
    changes: Changes,
  ): Promise<{ head: number; messages: PushedMessage[] }> {
    await mustHaveRoom();
    const { feed } = await feedOf(userId);
    return database.transaction(async (trx) => {
      const feeds = feedStore(trx);
      const creating = changes.messages.filter(({ create }) => create).length;
      const claimed = (await feeds.claim(feed, creating)) ?? accountIsGone();
      const batch = await readBatch(conversationStore(trx), claimed, changes, allowance, now());
      for (const change of changes.conversations) batch.changeConversation(change);
      const messages = changes.messages.map((change) => batch.changeMessage(change));
      await batch.write();
      await conversationStore(trx).addUsage(changes.usage.map((record) => usageRow(feed, record, now())));
      const { isNews, head, counts } = batch.outcome();
      if (!isNews) return { head: claimed.head, messages };
      await feeds.advance(feed, { head, ...counts });
      database.afterCommit(() => changed(userId, head));
      return { head, messages };
    });
  };
}

/** A conversation while changes are made to it. */
interface OpenConversation {
  row: ConversationRow;
  fields: Fields;
  isChanged: boolean;
}

/** A message while changes are made to it, and what is to be written of it. */
interface OpenMessage {
  state: MessageState;
  isNew: boolean;
  isChanged: boolean;
  addedBody: string;
  addedReasoning: string;
}

async function readBatch(
  store: ConversationStore,
  feed: Feed,
  changes: Changes,
  allowance: TextAllowance,
  now: number,
) {
  const seq = feed.head + 1;
  const counts = { messages: feed.messages, bytes: feed.bytes };
  let nextRow = feed.rows - changes.messages.filter(({ create }) => create).length;
  const wanted = [...changes.conversations, ...changes.messages].map(
    ({ conversation_id }) => conversation_id,
  );
  const conversations = new Map<string, OpenConversation>();
  for (const row of await store.conversations(feed.feed, [...new Set(wanted)])) {
    conversations.set(row.conversation_id, { row, fields: fieldsOf(row.fields), isChanged: false });
  }
  const messages = new Map<string, OpenMessage>();
  const ids = new Set(changes.messages.map(({ message_id }) => message_id));
  for (const state of await store.messageStates(feed.feed, [...ids])) {
    messages.set(state.message_id, {
      state,
      isNew: false,
      isChanged: false,
      addedBody: '',
      addedReasoning: '',
    });
  }

  function changeConversation({ conversation_id, created_at, fields }: ConversationChange) {
    const open = conversations.get(conversation_id) ?? begin(conversation_id, Math.min(created_at, now));
    setFields(open, cappedFields(storableFields(fields), now));
  }

  function begin(conversation_id: string, at: number): OpenConversation {
    const row: ConversationRow = {
      feed: feed.feed,
      conversation_id,
      seq,
      created_at: at,
      last_message_at: at,
      messages: 0,
      bytes: 0,
      fields: '{}',
      deleted_at: null,
      purged_at: null,
    };
    const open = { row, fields: {}, isChanged: true };
    conversations.set(conversation_id, open);
    return open;
  }

  function setFields(open: OpenConversation, fields: Fields) {
    const merged = mergeFields(open.fields, fields);
    const json = JSON.stringify(merged);
    if (json === JSON.stringify(open.fields)) return;
    const deleted = Object.hasOwn(merged, 'deleted') ? merged.deleted : undefined;
    open.fields = merged;
    open.row = { ...open.row, fields: json, deleted_at: deleted?.[0] === true ? deleted[1] : null };
    open.isChanged = true;
  }

  function changeMessage(change: MessageChange): PushedMessage {
    const { message_id, conversation_id } = change;
    const conversation = conversations.get(conversation_id);
    const known = messages.get(message_id);
    const isElsewhere = known && known.state.conversation_id !== conversation_id;
    if (!conversation || isElsewhere || (!known && !change.create)) return { message_id, refused: 'unknown' };
    if (!known && !conversationPolicy.addTo(conversation.row, allowance)) {
      return { message_id, refused: 'too-large' };
    }
    if (!known && !conversationPolicy.addMessage(counts, allowance))
      return { message_id, refused: 'quota-used' };
    const open = known ?? created(change);
    const next = grown(open, change);
    if ('refused' in next) return { message_id, ...next };
    const more = next.state.bytes - (known ? open.state.bytes : 0);
    if (!conversationPolicy.store(counts, Math.max(0, more), allowance))
      return { message_id, refused: 'quota-used' };
    if (next.isChanged) take(conversation, next, more);
    return pushed(next.state);
  }

  function created({ message_id, conversation_id, create, append: piece }: MessageChange): OpenMessage {
    const { parent_id = null, role = 'user', created_at = now, body = '' } = create ?? {};
    const text = storable(body);
    const at = Math.min(created_at, now);
    const state: MessageState = {
      row_id: 0,
      feed: feed.feed,
      message_id,
      conversation_id,
      parent_id,
      seq,
      created_at: at,
      role,
      body_length: text.length,
      reasoning_length: 0,
      bytes: Buffer.byteLength(text),
      details: null,
      fields: '{}',
      run_id: null,
      ended_at: role === 'user' && !piece ? at : null,
    };
    return { state, isNew: true, isChanged: true, addedBody: text, addedReasoning: '' };
  }

  /** The message with its change. */
  function grown(open: OpenMessage, change: MessageChange): OpenMessage | Pick<RefusedMessage, 'refused'> {
    let next = open;
    let isLast = true;
    if (change.append) {
      const { text, reasoning } = change.append;
      const piece = { ...change.append, text: storable(text), reasoning: storable(reasoning) };
      const { ended_at, ...rest } = piece;
      const result = append(
        next.state,
        ended_at === undefined ? rest : { ...rest, ended_at: Math.min(ended_at, now) },
      );
      if ('refused' in result) return result;
      isLast = result.isLast;
      const bytes = Buffer.byteLength(result.text) + Buffer.byteLength(result.reasoning);
      next = {
        ...next,
        state: { ...next.state, ...result.state, bytes: next.state.bytes + bytes },
        isChanged: next.isChanged || result.isNews,
        addedBody: next.addedBody + result.text,
        addedReasoning: next.addedReasoning + result.reasoning,
      };
    }
    const { state } = next;
    const length = state.body_length + state.reasoning_length;
    if (!conversationPolicy.grow(length, allowance)) return { refused: 'too-large' };
    const details = change.details && isLast ? storableJson(change.details) : state.details;
    const merged = mergeFields(fieldsOf(state.fields), cappedFields(plain(change.fields ?? {}), now));
    const fields = JSON.stringify(merged);
    if (details === state.details && fields === state.fields) return next;
    const bytes = state.bytes + byteLength(details) - byteLength(state.details);
    return { ...next, state: { ...state, details, fields, bytes }, isChanged: true };
  }

  function take(conversation: OpenConversation, next: OpenMessage, more: number) {
    const isAdded = next.state.row_id === 0;
    if (isAdded) nextRow += 1;
    const row_id = isAdded ? rowIdOf(feed.feed, nextRow) : next.state.row_id;
    next.state = { ...next.state, row_id, seq };
    messages.set(next.state.message_id, next);
    counts.messages += isAdded ? 1 : 0;
    counts.bytes += more;
    const { row } = conversation;
    conversation.row = {
      ...row,
      messages: row.messages + (isAdded ? 1 : 0),
      bytes: row.bytes + more,
      last_message_at: isAdded ? Math.max(row.last_message_at, next.state.created_at) : row.last_message_at,
    };
    conversation.isChanged = true;
    if (isAdded) bringBack(conversation, next.state.created_at);
  }

  /** What is written to after it was deleted elsewhere comes back. */
  function bringBack(conversation: OpenConversation, at: number) {
    const { deleted_at, purged_at } = conversation.row;
    if (purged_at === null && (deleted_at === null || at <= deleted_at)) return;
    conversation.row = { ...conversation.row, purged_at: null };
    if (fieldValue(conversation.fields, 'deleted')) setFields(conversation, { deleted: [false, now] });
  }

  return {
    changeConversation,
    changeMessage,

    async write() {
      const added: MessageRow[] = [];
      for (const { state, isNew, isChanged, addedBody, addedReasoning } of messages.values()) {
        if (!isChanged) continue;
        if (isNew) added.push({ ...state, body: addedBody, reasoning: addedReasoning });
        else await store.updateMessage({ ...withoutOrigin(state), addedBody, addedReasoning });
      }
      await store.addMessages(added);
      for (const { row, isChanged } of conversations.values()) {
        if (isChanged) await store.putConversation({ ...row, seq });
      }
    },

    /** After everything is written. */
    outcome: () => ({
      isNews: [...conversations.values()].some(({ isChanged }) => isChanged),
      head: seq,
      counts,
    }),
  };
}

type RefusedMessage = Extract<PushedMessage, { refused: string }>;

function pushed({
  message_id,
  seq,
  run_id,
  body_length,
  reasoning_length,
  ended_at,
}: MessageState): PushedMessage {
  return { message_id, seq, run_id, body_length, reasoning_length, is_ended: ended_at !== null };
}

const withoutOrigin = ({ created_at, parent_id, role, ...state }: MessageState) => state;

const byteLength = (text: string | null) => (text === null ? 0 : Buffer.byteLength(text));

/** JSON without what a database cannot store: as an escape it could be read again. */
const storableJson = (value: unknown) =>
  JSON.stringify(value, (_, part) => (typeof part === 'string' ? storable(part) : part));

const storableFields = (fields: object): Fields => JSON.parse(storableJson(fields)) as Fields;

const plain = (fields: object) => fields as Fields;

function usageRow(feed: number, record: UsageRecord, now: number): UsageRow {
  const created_at = Math.min(record.created_at, now);
  return { feed, ...record, created_at, day: Math.floor(created_at / 86_400_000) };
}

function accountIsGone(): never {
  return refuse('signed-out', 'This account does not exist any more.');
}
