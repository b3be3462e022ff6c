import type { ConversationChange, MessageChange, PushedMessage, UsageRecord } from '@polylogue/contract';
import { cappedFields, onlyDeletes } from '@polylogue/sync';
import { type Feed, rowIdOf } from '../../platform/feed/feeds.ts';
import {
  changedConversation,
  createdConversation,
  type OpenConversation,
  versionToStore,
  withMessage,
} from './conversation-change.ts';
import {
  changedMessage,
  createdMessage,
  type MessageRefusal,
  type OpenMessage,
  pushed,
} from './message-change.ts';
import { conversationPolicy, sizeOf, type TextLimits } from './policy.ts';
import { storableFields } from './rows.ts';
import { type UsageRecordRow, usageRow } from './usage-store.ts';

/** The rows that a push may change, by their ids, as they become in memory. */
export interface OpenRows {
  conversations: Map<string, OpenConversation>;
  messages: Map<string, OpenMessage>;
  knownUsage: Set<string>;
}

/** Applies the changes of a push to what was read, one by one, within the limits of the account. */
export function applying(
  { conversations, messages, knownUsage }: OpenRows,
  feed: Feed,
  limits: TextLimits,
  now: number,
) {
  const counts = { rows: feed.rows, messages: feed.messages, bytes: feed.bytes };
  const refused = new Set<string>();
  const usage: UsageRecordRow[] = [];
  const refusedUsage: string[] = [];

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
    next.state = { ...next.state, row_id, seq: feed.head + 1 };
    messages.set(message_id, next);
    const lengthened = known ? conversation : withMessage(conversation, created_at);
    const more = bytes - (known?.state.bytes ?? 0);
    putConversation({ ...lengthened, row: { ...lengthened.row, bytes: lengthened.row.bytes + more } });
  }

  function addUsage(record: UsageRecord) {
    if (knownUsage.has(record.usage_id)) return;
    const row = usageRow(feed.feed, { ...record, created_at: Math.min(record.created_at, now) });
    const more = sizeOf.usage(row);
    if (!conversationPolicy.mayStore(counts, more, limits)) {
      refusedUsage.push(record.usage_id);
      return;
    }
    knownUsage.add(record.usage_id);
    counts.bytes += more;
    usage.push(row);
  }

  return {
    changeConversation,
    changeMessage,
    addUsage,
    /** Of tombstones, only what is kept. */
    settle() {
      for (const open of conversations.values()) putConversation(versionToStore(open));
    },
    /** The rows of the feed and their bytes, with what was added. */
    counts,
    /** Conversations beyond the quota. */
    refused,
    /** To be added. */
    usage,
    refusedUsage,
  };
}
