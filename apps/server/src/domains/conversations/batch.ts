import type {
  ConversationChange,
  MessageChange,
  PushedConversation,
  PushedMessage,
  PushedRecord,
  RecordChange,
  UsageRecord,
} from '@polylogue/contract';
import { pages } from '../../platform/batches/pages.ts';
import type { Queries } from '../../platform/database/database.ts';
import type { Feed } from '../../platform/feed/feeds.ts';
import { inPieces } from '../../platform/process/in-pieces.ts';
import { searchQueue } from '../../platform/search/search-queue.ts';
import { applying, type OpenRows } from './apply-changes.ts';
import { applyingRecords, type OpenRecords } from './apply-records.ts';
import { needsWrite, type OpenConversation, openedConversation } from './conversation-change.ts';
import { conversationStore } from './conversation-store.ts';
import { type OpenMessage, openedMessage } from './message-change.ts';
import { conversationMessageStore, type MessageRecord } from './message-store.ts';
import { partLength } from './message-texts.ts';
import type { TextLimits } from './policy.ts';
import { type AccountRecord, accountRecordKey, recordStore } from './record-store.ts';
import { type UsageRecordRow, usageStore } from './usage-store.ts';

/** Of a message: the part of its text and that of its reasoning that grow, in UTF-8 (bytes). */
const mostRewritten = 2 * 3 * partLength;
/** So many rows per query: one of all would take long. */
const rowsAtOnce = 20;

export interface PushBatch {
  conversations: readonly ConversationChange[];
  messages: readonly MessageChange[];
  records: readonly RecordChange[];
  usage: readonly UsageRecord[];
}

/** What one push changes in a locked feed: read, changed in memory, written. */
export async function readBatch(
  on: Queries,
  feed: Feed,
  changes: PushBatch,
  limits: TextLimits,
  now: number,
) {
  const seq = feed.head + 1;
  const open = await readRows(on, feed.feed, changes);
  const { conversations, messages } = open;
  const applied = applying(open, feed, limits, now);
  const account = { feed: feed.feed, counts: applied.counts, limits, now };
  const records = applyingRecords(await readRecords(on, feed.feed, changes.records), account, seq);
  const pause = inPieces();
  for (const change of changes.conversations) {
    applied.changeConversation(change);
    await pause();
  }
  const pushedMessages: PushedMessage[] = [];
  for (const change of changes.messages) {
    pushedMessages.push(applied.changeMessage(change));
    await pause();
  }
  const pushedRecords: PushedRecord[] = [];
  for (const change of changes.records) {
    pushedRecords.push(records.change(change));
    await pause();
  }
  for (const record of changes.usage) applied.addUsage(record);
  applied.settle();

  const written = [...conversations.values()].filter(needsWrite);
  const changed = [...messages.values()].filter(({ isChanged }) => isChanged);
  const rewritten = changed.filter(({ isNew }) => !isNew);
  const { counts, refused, usage, refusedUsage } = applied;
  const writtenRecords = records.changed();
  const isNews = written.length > 0 || writtenRecords.length > 0;

  return {
    write: () =>
      write(on, { conversations: written, messages: changed, records: writtenRecords, usage }, seq),
    /** The size of the stored rows to write. */
    rewrittenBytes: rewritten.reduce((sum, { state }) => sum + Math.min(state.bytes, mostRewritten), 0),
    /** Whether there is anything to write, including anything that other devices should learn of. */
    isEmpty: !isNews && usage.length === 0,
    isNews,
    records: writtenRecords,
    hasErased: written.some(({ row }) => row.is_purging),
    /** The feed's row after the write. */
    feed: { ...counts, head: isNews ? seq : feed.head },
    reply: {
      conversations: pushedConversations(conversations, refused, seq),
      messages: pushedMessages,
      records: pushedRecords,
      refused_usage: refusedUsage,
    },
  };
}

/** The rows that the changes name, as far as they exist. */
async function readRows(on: Queries, feed: number, changes: PushBatch): Promise<OpenRows> {
  const pause = inPieces();
  const conversations: OpenRows['conversations'] = new Map();
  const named = [...changes.conversations, ...changes.messages].map(({ conversation_id: id }) => id);
  for (const page of pages([...new Set(named)], rowsAtOnce)) {
    for (const row of await conversationStore(on).among(feed, page)) {
      conversations.set(row.conversation_id, openedConversation(row));
      await pause();
    }
  }
  const messages: OpenRows['messages'] = new Map();
  const ids = new Set(changes.messages.map(({ message_id }) => message_id));
  for (const page of pages([...ids], rowsAtOnce)) {
    for (const state of await conversationMessageStore(on).states(feed, page)) {
      messages.set(state.message_id, openedMessage(state));
    }
    await pause();
  }
  const usageIds = changes.usage.map(({ usage_id }) => usage_id);
  return { conversations, messages, knownUsage: await usageStore(on).known(feed, usageIds) };
}

async function readRecords(
  on: Queries,
  feed: number,
  changes: readonly RecordChange[],
): Promise<OpenRecords> {
  if (changes.length === 0) return { rows: new Map(), count: 0 };
  const store = recordStore(on);
  const rows = new Map<string, AccountRecord>();
  for (const page of pages(changes, rowsAtOnce)) {
    for (const row of await store.among(feed, page)) rows.set(accountRecordKey(row), row);
  }
  return { rows, count: await store.count(feed) };
}

interface Written {
  conversations: readonly OpenConversation[];
  messages: readonly OpenMessage[];
  records: readonly AccountRecord[];
  usage: readonly UsageRecordRow[];
}

async function write(on: Queries, { conversations, messages, records, usage }: Written, seq: number) {
  const pause = inPieces();
  const store = conversationMessageStore(on);
  const added: MessageRecord[] = [];
  for (const { state, isNew, addedBody, addedReasoning } of messages) {
    if (isNew) added.push({ ...state, body: addedBody, reasoning: addedReasoning });
    else await store.update({ ...withoutOrigin(state), addedBody, addedReasoning });
    await pause();
  }
  for (const page of pages(added, rowsAtOnce)) {
    await store.add(page);
    await pause();
  }
  await searchQueue(on).add(messages.map(({ state }) => state).filter(({ ended_at }) => ended_at !== null));
  for (const { row } of conversations) {
    await conversationStore(on).put({ ...row, seq });
    await pause();
  }
  for (const row of records) {
    await recordStore(on).put(row);
    await pause();
  }
  for (const page of pages(usage, rowsAtOnce)) {
    await usageStore(on).add(page);
    await pause();
  }
}

/** What became of each conversation. `seq`: of the push. */
function pushedConversations(
  conversations: OpenRows['conversations'],
  refused: ReadonlySet<string>,
  seq: number,
): PushedConversation[] {
  const stored = [...conversations.values()].map((open) => ({
    conversation_id: open.row.conversation_id,
    seq: needsWrite(open) ? seq : open.row.seq,
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

const withoutOrigin = ({ created_at, parent_id, role, ...state }: OpenMessage['state']) => state;
