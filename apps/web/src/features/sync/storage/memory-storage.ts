import { keyOfRecord, type RecordRow } from '../rows/record-rows.ts';
import type { ConversationRow, MessageRow, TextChunk, UsageRow } from '../rows/rows.ts';
import { everything, type Storage, type Transaction } from './storage.ts';

const key = (...parts: (string | number)[]) => parts.join(' ');

/**
 * For browsers that store nothing: everything lasts until the page is closed. What `below` holds shows through it and
 * is never written to: for a browser that has run out of room.
 */
export function memoryStorage(below?: Storage): Storage {
  const tables = emptyTables();
  let last: Promise<unknown> = Promise.resolve();

  /** One at a time; if one fails, its changes are undone. */
  function inTurn<Result>(work: (trx: Transaction) => Promise<Result>): Promise<Result> {
    const turn = last.then(async () => {
      const undo = Object.values(tables).map((table) => table.remember());
      try {
        return await (below ? below.read((base) => work(over(tables, base))) : work(over(tables, null)));
      } catch (error) {
        for (const one of undo) one();
        throw error;
      }
    });
    last = turn.catch(() => {});
    return turn;
  }

  function rebase(next: Storage) {
    below?.close();
    below = next;
  }

  return { read: inTurn, write: inTurn, onClosed() {}, rebase, close: () => below?.close() };
}

/** Rows by key, over those of another storage; null: removed, even if it exists there. */
function table<Row>(keyOf: (row: Row) => string) {
  let rows = new Map<string, Row | null>();
  return {
    keyOf,
    get: async (id: string, under?: () => Promise<Row | undefined> | undefined) =>
      rows.has(id) ? (rows.get(id) ?? undefined) : await under?.(),
    has: (id: string) => rows.has(id),
    put: async (row: Row) => void rows.set(keyOf(row), row),
    remove: async (id: string) => void rows.set(id, null),
    /** Those that belong, and those under them that are not overridden. */
    async all(under: Promise<readonly Row[]> | undefined, belongs: (row: Row) => boolean = () => true) {
      const merged = new Map(((await under) ?? []).map((row) => [keyOf(row), row]));
      for (const [id, row] of rows) {
        if (row && belongs(row)) merged.set(id, row);
        else merged.delete(id);
      }
      return [...merged.values()];
    },
    /** Returns a function that undoes all changes from now on. */
    remember() {
      const before = new Map(rows);
      return () => {
        rows = before;
      };
    },
  };
}

interface FileRow {
  messageId: string;
  /** Absent: all files of the message that are under this are gone. */
  name?: string;
  value?: unknown;
}

const emptyTables = () => ({
  conversations: table((row: ConversationRow) => row.conversation_id),
  messages: table((row: MessageRow) => key(row.conversation_id, row.message_id)),
  chunks: table((row: TextChunk) => key(row.message_id, row.run_id, row.offset, row.reasoning_offset)),
  files: table(({ messageId, name }: FileRow) => (name === undefined ? messageId : key(messageId, name))),
  usage: table((row: UsageRow) => row.usage_id),
  records: table((row: RecordRow) => keyOfRecord(row)),
  meta: table(({ name }: { name: string; value: unknown }) => name),
});

type Tables = ReturnType<typeof emptyTables>;

/** What a transaction sees: the tables, and through them what is below. */
function over(tables: Tables, base: Transaction | null): Transaction {
  const { conversations, messages, chunks, files, usage, records, meta } = tables;
  const messagesOf = async (id: string) =>
    (await messages.all(base?.messages(id), (row) => row.conversation_id === id)).sort((one, other) =>
      one.message_id < other.message_id ? -1 : 1,
    );
  const chunksOf = async (id: string) =>
    (await chunks.all(base?.chunks(id), (row) => row.message_id === id)).sort(
      (one, other) => one.offset - other.offset || one.reasoning_offset - other.reasoning_offset,
    );
  const ownFiles = (id: string) =>
    files.all(undefined, ({ messageId, name }) => messageId === id && name !== undefined);
  async function filesOf(id: string): Promise<Record<string, unknown>> {
    const under = files.has(id) ? {} : await base?.files(id);
    const own = (await ownFiles(id)).map(({ name, value }) => [name, value] as const);
    return { ...under, ...Object.fromEntries(own) };
  }

  return {
    conversation: (id) => conversations.get(id, () => base?.conversation(id)),
    conversations: () => conversations.all(base?.conversations()),
    newestConversations: async (count) =>
      (await conversations.all(base?.conversations()))
        .sort((one, other) => other.last_message_at - one.last_message_at)
        .slice(0, count),
    pendingConversations: async (limit) =>
      oldest(await conversations.all(base?.pendingConversations(everything), isPending), limit),
    putConversation: conversations.put,
    removeConversation: conversations.remove,

    message: (conversationId, id) =>
      messages.get(key(conversationId, id), () => base?.message(conversationId, id)),
    messages: messagesOf,
    lastMessages: async (id, count) => (await messagesOf(id)).slice(-count),
    pendingMessages: async (limit) =>
      oldest(await messages.all(base?.pendingMessages(everything), isPending), limit),
    putMessage: messages.put,
    removeMessage: (conversationId, id) => messages.remove(key(conversationId, id)),
    async removeMessages(id) {
      for (const { message_id } of await messagesOf(id)) await messages.remove(key(id, message_id));
    },

    chunks: chunksOf,
    putChunk: chunks.put,
    async removeChunks(id) {
      for (const chunk of await chunksOf(id)) await chunks.remove(chunks.keyOf(chunk));
    },

    async file<Value>(messageId: string, name: string) {
      const own = await files.get(key(messageId, name));
      if (own || files.has(messageId)) return own?.value as Value | undefined;
      return base?.file<Value>(messageId, name);
    },
    files: filesOf,
    fileNames: async (messageId) => Object.keys(await filesOf(messageId)),
    putFile: (messageId, name, value) => files.put({ messageId, name, value }),
    async removeFiles(messageId) {
      for (const row of await ownFiles(messageId)) await files.remove(files.keyOf(row));
      await files.put({ messageId });
    },

    usage: async (limit) => (await usage.all(base?.usage(everything))).slice(0, limit),
    putUsage: usage.put,
    async removeUsage(ids) {
      for (const id of ids) await usage.remove(id);
    },

    record: (kind, record_id) =>
      records.get(keyOfRecord({ kind, record_id }), () => base?.record(kind, record_id)),
    records: () => records.all(base?.records()),
    pendingRecords: async (limit) =>
      oldest(await records.all(base?.pendingRecords(everything), isPending), limit),
    putRecord: records.put,

    async meta<Value>(name: string) {
      const under = async () => ({ name, value: await base?.meta(name) });
      return (await meta.get(name, under))?.value as Value | undefined;
    },
    putMeta: (name, value) => meta.put({ name, value }),
    removeMeta: meta.remove,

    unreadableConversations: async () =>
      ((await base?.unreadableConversations()) ?? []).filter((id) => !conversations.has(id)),
    unreadableMessages: async (id) =>
      ((await base?.unreadableMessages(id)) ?? []).filter((one) => !messages.has(key(id, one))),
  };
}

interface Pending {
  pending_since?: number;
}

const isPending = ({ pending_since }: Pending) => pending_since !== undefined;

function oldest<Row extends Pending>(rows: Row[], limit: number): Row[] {
  return rows.sort((one, other) => (one.pending_since ?? 0) - (other.pending_since ?? 0)).slice(0, limit);
}
