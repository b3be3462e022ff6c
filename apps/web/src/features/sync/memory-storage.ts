import type { ConversationRow, MessageRow, TextChunk, UsageRow } from './rows.ts';
import type { Storage, Transaction } from './storage.ts';

interface Pending {
  pending_since?: number;
}

/** Rows by key; null: removed, even if it exists below. */
type Layer<Row> = Map<string, Row | null>;

const key = (...parts: (string | number)[]) => parts.join(' ');
const everything = 2 ** 32 - 1;

/**
 * For browsers that store nothing: everything lasts until the page is closed. What `below` holds shows through it and
 * is never written to: for a browser that has run out of room.
 */
export function memoryStorage(below?: Storage): Storage {
  const layers = emptyLayers();
  let last: Promise<unknown> = Promise.resolve();

  /** One at a time; if one fails, its changes are undone. */
  function inTurn<Result>(work: (trx: Transaction) => Promise<Result>): Promise<Result> {
    const turn = last.then(async () => {
      const all: Layer<unknown>[] = Object.values(layers);
      const before = all.map((layer) => new Map(layer));
      try {
        return await (below ? below.read((base) => work(over(layers, base))) : work(over(layers, null)));
      } catch (error) {
        for (const [at, layer] of all.entries()) {
          layer.clear();
          for (const [id, row] of before[at] ?? []) layer.set(id, row);
        }
        throw error;
      }
    });
    last = turn.catch(() => {});
    return turn;
  }

  return { read: inTurn, write: inTurn, onClosed() {}, close: () => below?.close() };
}

const emptyLayers = () => ({
  conversations: new Map() as Layer<ConversationRow>,
  messages: new Map() as Layer<MessageRow>,
  chunks: new Map() as Layer<TextChunk>,
  files: new Map() as Layer<{ value: unknown }>,
  usage: new Map() as Layer<UsageRow>,
  meta: new Map() as Layer<{ value: unknown }>,
});

type Layers = ReturnType<typeof emptyLayers>;

const keyOf = {
  conversation: (row: ConversationRow) => row.conversation_id,
  message: (row: MessageRow) => key(row.conversation_id, row.message_id),
  chunk: (row: TextChunk) => key(row.message_id, row.run_id, row.offset, row.reasoning_offset),
  usage: (row: UsageRow) => row.usage_id,
};

/** What a transaction sees: the layers, and through them what is below. */
function over(
  { conversations, messages, chunks, files, usage, meta }: Layers,
  base: Transaction | null,
): Transaction {
  const messagesOf = async (id: string) =>
    merged(
      (await base?.messages(id)) ?? [],
      messages,
      keyOf.message,
      (row) => row.conversation_id === id,
    ).sort((one, other) => (one.message_id < other.message_id ? -1 : 1));
  const chunksOf = async (id: string) =>
    merged((await base?.chunks(id)) ?? [], chunks, keyOf.chunk, (row) => row.message_id === id).sort(
      (one, other) => one.offset - other.offset || one.reasoning_offset - other.reasoning_offset,
    );
  const get = async <Row>(layer: Layer<Row>, id: string, under?: () => Promise<Row | undefined>) =>
    layer.has(id) ? (layer.get(id) ?? undefined) : await under?.();

  return {
    conversation: (id) => get(conversations, id, base ? () => base.conversation(id) : undefined),
    conversations: async () =>
      merged((await base?.conversations()) ?? [], conversations, keyOf.conversation, () => true),
    newestConversations: async (count) =>
      merged((await base?.conversations()) ?? [], conversations, keyOf.conversation, () => true)
        .sort((one, other) => other.last_message_at - one.last_message_at)
        .slice(0, count),
    pendingConversations: async (limit) =>
      oldest(
        merged(
          (await base?.pendingConversations(everything)) ?? [],
          conversations,
          keyOf.conversation,
          isPending,
        ),
        limit,
      ),
    putConversation: async (row) => void conversations.set(row.conversation_id, row),
    removeConversation: async (id) => void conversations.set(id, null),

    message: (conversationId, id) =>
      get(messages, key(conversationId, id), base ? () => base.message(conversationId, id) : undefined),
    messages: messagesOf,
    lastMessages: async (id, count) => (await messagesOf(id)).slice(-count),
    pendingMessages: async (limit) =>
      oldest(
        merged((await base?.pendingMessages(everything)) ?? [], messages, keyOf.message, isPending),
        limit,
      ),
    putMessage: async (row) => void messages.set(keyOf.message(row), row),
    removeMessage: async (conversationId, id) => void messages.set(key(conversationId, id), null),
    async removeMessages(id) {
      for (const row of await messagesOf(id)) messages.set(keyOf.message(row), null);
    },

    chunks: chunksOf,
    putChunk: async (chunk) => void chunks.set(keyOf.chunk(chunk), chunk),
    async removeChunks(id) {
      for (const chunk of await chunksOf(id)) chunks.set(keyOf.chunk(chunk), null);
    },

    async file<Value>(messageId: string, name: string) {
      const own = files.get(key(messageId, name));
      if (own || files.has(key(messageId))) return own?.value as Value | undefined;
      return base?.file<Value>(messageId, name);
    },
    async files(messageId) {
      const prefix = key(messageId, '');
      const under = files.has(key(messageId)) ? {} : await base?.files(messageId);
      const own = [...files].flatMap(([id, row]) =>
        row && id.startsWith(prefix) ? [[id.slice(prefix.length), row.value] as const] : [],
      );
      return { ...under, ...Object.fromEntries(own) };
    },
    putFile: async (messageId, name, value) => void files.set(key(messageId, name), { value }),
    async removeFiles(messageId) {
      for (const name of [...files.keys()]) if (name.startsWith(key(messageId, ''))) files.delete(name);
      files.set(key(messageId), null);
    },

    usage: async (limit) =>
      merged((await base?.usage(everything)) ?? [], usage, keyOf.usage, () => true).slice(0, limit),
    putUsage: async (record) => void usage.set(record.usage_id, record),
    async removeUsage(ids) {
      for (const id of ids) usage.set(id, null);
    },

    meta: async <Value>(name: string) =>
      meta.has(name)
        ? (meta.get(name)?.value as Value | undefined)
        : ((await base?.meta(name)) as Value | undefined),
    unreadableConversations: async () =>
      ((await base?.unreadableConversations()) ?? []).filter((id) => !conversations.has(id)),
    unreadableMessages: async (id) =>
      ((await base?.unreadableMessages(id)) ?? []).filter((one) => !messages.has(key(id, one))),

    putMeta: async (name, value) => void meta.set(name, { value }),
    removeMeta: async (name) => void meta.set(name, null),
  };
}

/** The rows below, overridden by those of the layer. */
function merged<Row>(
  below: readonly Row[],
  layer: Layer<Row>,
  keyOf: (row: Row) => string,
  belongs: (row: Row) => boolean,
): Row[] {
  const rows = new Map(below.map((row) => [keyOf(row), row]));
  for (const [id, row] of layer) {
    if (row && belongs(row)) rows.set(id, row);
    else rows.delete(id);
  }
  return [...rows.values()];
}

const isPending = ({ pending_since }: Pending) => pending_since !== undefined;

function oldest<Row extends Pending>(rows: Row[], limit: number): Row[] {
  return rows.sort((one, other) => (one.pending_since ?? 0) - (other.pending_since ?? 0)).slice(0, limit);
}
