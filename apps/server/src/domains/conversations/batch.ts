import type {
  ConversationChange,
  MessageChange,
  PushedConversation,
  PushedMessage,
  UsageRecord,
} from '@polylogue/contract';
import { cappedFields, onlyDeletes } from '@polylogue/sync';
import { type Feed, rowIdOf } from '../../platform/feed/feeds.ts';
import { inPieces } from '../../platform/process/in-pieces.ts';
import {
  changedConversation,
  createdConversation,
  needsWrite,
  type OpenConversation,
  openedConversation,
  versionToStore,
  withMessage,
} from './conversation-change.ts';
import {
  changedMessage,
  createdMessage,
  type MessageRefusal,
  type OpenMessage,
  openedMessage,
  pushed,
} from './message-change.ts';
import { partLength } from './message-texts.ts';
import { conversationPolicy, sizeOf, type TextLimits } from './policy.ts';
import { storableFields } from './rows.ts';
import type { ConversationStore, MessageRecord, UsageRecordRow } from './store.ts';

/** Of a message: the part of its text and that of its reasoning that grow, in UTF-8 (bytes). */
const mostRewritten = 2 * 3 * partLength;

export interface PushBatch {
  conversations: readonly ConversationChange[];
  messages: readonly MessageChange[];
  usage: readonly UsageRecord[];
}

/** What one push changes in a locked feed: read, changed in memory, written. */
export async function readBatch(
  store: ConversationStore,
  feed: Feed,
  changes: PushBatch,
  limits: TextLimits,
  now: number,
) {
  const seq = feed.head + 1;
  const counts = { rows: feed.rows, messages: feed.messages, bytes: feed.bytes };
  const conversations = new Map<string, OpenConversation>();
  const refused = new Set<string>();
  const messages = new Map<string, OpenMessage>();
  const usage: UsageRecordRow[] = [];
  const refusedUsage: string[] = [];

  const pause = inPieces();

  const named = [...changes.conversations, ...changes.messages].map(({ conversation_id: id }) => id);
  for (const page of pagesOf([...new Set(named)])) {
    for (const row of await store.conversations(feed.feed, page)) {
      conversations.set(row.conversation_id, openedConversation(row));
      await pause();
    }
  }
  const ids = new Set(changes.messages.map(({ message_id }) => message_id));
  for (const page of pagesOf([...ids])) {
    for (const state of await store.messageStates(feed.feed, page)) {
      messages.set(state.message_id, openedMessage(state));
    }
    await pause();
  }
  const knownUsage = await store.usageIds(
    feed.feed,
    changes.usage.map(({ usage_id }) => usage_id),
  );

  function putConversation(next: OpenConversation) {
    const { conversation_id, bytes } = next.row;
    counts.bytes += bytes - (conversations.get(conversation_id)?.row.bytes ?? 0);
    conversations.set(conversation_id, next);
  }

  function changeConversation({ conversation_id, created_at, fields }: ConversationChange) {
    const open = conversations.get(conversation_id);
    const begin = open ?? createdConversation(feed.feed, conversation_id, Math.min(created_at, now));
    const next = changedConversation(begin, cappedFields(storableFields(fields), now));
    const more = next.row.bytes - (open?.row.bytes ?? 0);
    // A person who has used up the text quota can still delete.
    const isFree = open && onlyDeletes(fields);
    if (!isFree && !conversationPolicy.mayStore(counts, more, limits)) {
      refused.add(conversation_id);
    } else putConversation(next);
  }

  function changeMessage(change: MessageChange): PushedMessage {
    const { message_id } = change;
    const next = changeOf(change);
    if ('refused' in next) return { message_id, ...next };
    if (next.isChanged) putMessage(next);
    return pushed(next);
  }

  function changeOf(change: MessageChange): OpenMessage | MessageRefusal {
    const { message_id, conversation_id, create } = change;
    const conversation = conversations.get(conversation_id);
    if (!conversation) return { refused: refused.has(conversation_id) ? 'quota-used' : 'unknown' };
    const known = messages.get(message_id);
    if (known ? known.state.conversation_id !== conversation_id : !create) return { refused: 'unknown' };
    if (!known && !conversationPolicy.mayAddTo(conversation.row, limits)) return { refused: 'too-large' };
    if (!known && !conversationPolicy.mayAddMessage(counts, limits)) return { refused: 'quota-used' };
    const open = known ?? createdMessage(change, feed.feed, now);
    const next = changedMessage(open, change, limits, now);
    if ('refused' in next) return next;
    const more = next.state.bytes - (known?.state.bytes ?? 0);
    return conversationPolicy.mayStore(counts, more, limits) ? next : { refused: 'quota-used' };
  }

  function putMessage(next: OpenMessage) {
    const known = messages.get(next.state.message_id);
    const { conversation_id, message_id, created_at, bytes } = next.state;
    const conversation = conversations.get(conversation_id) as OpenConversation;
    if (!known) {
      counts.rows += 1;
      counts.messages += 1;
    }
    const row_id = known ? next.state.row_id : rowIdOf(feed.feed, counts.rows);
    next.state = { ...next.state, row_id, seq };
    messages.set(message_id, next);
    const lengthened = known ? conversation : withMessage(conversation, created_at);
    const more = bytes - (known?.state.bytes ?? 0);
    putConversation({ ...lengthened, row: { ...lengthened.row, bytes: lengthened.row.bytes + more } });
  }

  function addUsage(record: UsageRecord) {
    const more = sizeOf.usage(record);
    if (knownUsage.has(record.usage_id)) return;
    if (!conversationPolicy.mayStore(counts, more, limits)) {
      refusedUsage.push(record.usage_id);
      return;
    }
    knownUsage.add(record.usage_id);
    counts.bytes += more;
    const created_at = Math.min(record.created_at, now);
    usage.push({ feed: feed.feed, ...record, created_at, day: Math.floor(created_at / 86_400_000) });
  }

  for (const change of changes.conversations) {
    changeConversation(change);
    await pause();
  }
  const pushedMessages: PushedMessage[] = [];
  for (const change of changes.messages) {
    pushedMessages.push(changeMessage(change));
    await pause();
  }
  for (const record of changes.usage) addUsage(record);
  for (const open of conversations.values()) putConversation(versionToStore(open));
  const written = [...conversations.values()].filter(needsWrite);

  const rewritten = [...messages.values()].filter(({ isNew, isChanged }) => isChanged && !isNew);

  async function write() {
    const added: MessageRecord[] = [];
    for (const { state, isNew, isChanged, addedBody, addedReasoning } of messages.values()) {
      if (!isChanged) continue;
      if (isNew) added.push({ ...state, body: addedBody, reasoning: addedReasoning });
      else await store.updateMessage({ ...withoutOrigin(state), addedBody, addedReasoning });
      await pause();
    }
    for (const page of pagesOf(added)) {
      await store.addMessages(page);
      await pause();
    }
    for (const { row } of written) {
      await store.putConversation({ ...row, seq });
      await pause();
    }
    for (const page of pagesOf(usage)) {
      await store.addUsage(page);
      await pause();
    }
  }

  function pushedConversations(): PushedConversation[] {
    const stored = [...conversations.values()].map((open) => ({
      conversation_id: open.row.conversation_id,
      seq: written.includes(open) ? seq : open.row.seq,
      previous_seq: open.stored?.seq ?? 0,
    }));
    const known = stored.map((one) =>
      refused.has(one.conversation_id) ? { ...one, refused: 'quota-used' as const } : one,
    );
    const unknown = [...refused].filter((id) => !conversations.has(id));
    return [
      ...known,
      ...unknown.map((conversation_id) => ({
        conversation_id,
        seq: 0,
        previous_seq: 0,
        refused: 'quota-used' as const,
      })),
    ];
  }

  return {
    write,
    /** The size of the stored rows to write. */
    rewrittenBytes: rewritten.reduce((sum, { state }) => sum + Math.min(state.bytes, mostRewritten), 0),
    /** Whether there is anything to write, including anything that other devices should learn of. */
    isEmpty: written.length === 0 && usage.length === 0,
    isNews: written.length > 0,
    hasErased: written.some(({ row }) => row.is_purging),
    /** The feed's row after the write. */
    feed: { ...counts, head: written.length > 0 ? seq : feed.head },
    reply: {
      conversations: pushedConversations(),
      messages: pushedMessages,
      refused_usage: refusedUsage,
    },
  };
}

/** So many rows per query: one of all would take long. */
function* pagesOf<Row>(rows: readonly Row[]) {
  for (let at = 0; at < rows.length; at += 20) yield rows.slice(at, at + 20);
}

const withoutOrigin = ({ created_at, parent_id, role, ...state }: OpenMessage['state']) => state;
