import type { UsageRecord } from '@polylogue/contract';
import type { ConversationRow, MessageRow, TextChunk } from './rows.ts';
import type { Storage, Transaction } from './storage.ts';

interface Pending {
  pending_since?: number;
}

/** For browsers that store nothing: everything is there until the page is closed. */
export function memoryStorage(): Storage {
  const conversations = new Map<string, ConversationRow>();
  const messages = new Map<string, MessageRow>();
  const chunks = new Map<string, TextChunk>();
  const files = new Map<string, unknown>();
  const usage = new Map<string, UsageRecord>();
  const meta = new Map<string, unknown>();
  let last: Promise<unknown> = Promise.resolve();

  const key = (...parts: (string | number)[]) => parts.join(' ');
  const removeAll = <Row>(rows: Map<string, Row>, isGone: (row: Row) => boolean) => {
    for (const [id, row] of rows) if (isGone(row)) rows.delete(id);
  };

  const trx: Transaction = {
    conversation: async (id) => conversations.get(id),
    conversations: async () => [...conversations.values()],
    pendingConversations: async (limit) => pending(conversations.values(), limit),
    putConversation: async (row) => void conversations.set(row.conversation_id, row),
    removeConversation: async (id) => void conversations.delete(id),

    message: async (conversationId, id) => messages.get(key(conversationId, id)),
    messages: async (id) => [...messages.values()].filter((row) => row.conversation_id === id),
    pendingMessages: async (limit) => pending(messages.values(), limit),
    putMessage: async (row) => void messages.set(key(row.conversation_id, row.message_id), row),
    removeMessage: async (conversationId, id) => void messages.delete(key(conversationId, id)),
    removeMessages: async (id) => removeAll(messages, (row) => row.conversation_id === id),

    async chunks(id) {
      const own = [...chunks.values()].filter(({ message_id }) => message_id === id);
      return own.sort(
        (one, other) => one.offset - other.offset || one.reasoning_offset - other.reasoning_offset,
      );
    },
    putChunk: async (chunk) =>
      void chunks.set(key(chunk.message_id, chunk.run_id, chunk.offset, chunk.reasoning_offset), chunk),
    removeChunks: async (id) => removeAll(chunks, ({ message_id }) => message_id === id),

    file: async <Value>(messageId: string, name: string) =>
      files.get(key(messageId, name)) as Value | undefined,
    putFile: async (messageId, name, value) => void files.set(key(messageId, name), value),
    async removeFiles(messageId) {
      for (const name of files.keys()) if (name.startsWith(key(messageId, ''))) files.delete(name);
    },

    usage: async (limit) => [...usage.values()].slice(0, limit),
    putUsage: async (record) => void usage.set(record.usage_id, record),
    async removeUsage(ids) {
      for (const id of ids) usage.delete(id);
    },

    meta: async <Value>(name: string) => meta.get(name) as Value | undefined,
    putMeta: async (name, value) => void meta.set(name, value),
  };

  /** One after the other, and back to what was there when one fails. */
  function inTurn<Result>(work: (trx: Transaction) => Promise<Result>): Promise<Result> {
    const turn = last.then(async () => {
      const stores = [conversations, messages, chunks, files, usage, meta] as Map<string, unknown>[];
      const before = stores.map((store) => new Map(store));
      try {
        return await work(trx);
      } catch (error) {
        for (const [at, store] of stores.entries()) {
          store.clear();
          for (const [id, row] of before[at] ?? []) store.set(id, row);
        }
        throw error;
      }
    });
    last = turn.catch(() => {});
    return turn;
  }

  return { read: inTurn, write: inTurn, onClosed() {}, close() {} };
}

function pending<Row extends Pending>(rows: Iterable<Row>, limit: number): Row[] {
  return [...rows]
    .filter(({ pending_since }) => pending_since !== undefined)
    .sort((one, other) => (one.pending_since ?? 0) - (other.pending_since ?? 0))
    .slice(0, limit);
}
