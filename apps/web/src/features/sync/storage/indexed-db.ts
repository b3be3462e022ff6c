import { type DBSchema, deleteDB, type IDBPDatabase, type IDBPTransaction, openDB } from 'idb';
import { readChunk, readConversation, readFile, readMessage, readMeta, readUsage } from '../rows/readable.ts';
import type { ConversationRow, MessageRow } from '../rows/rows.ts';
import { recordMethods } from './record-entries.ts';
import type { Storage, Transaction } from './storage.ts';

/** Whatever is read may be rubbish: see `readable.ts`. */
interface Schema extends DBSchema {
  conversations: { key: string; value: unknown; indexes: { pending: number; age: number } };
  messages: { key: [string, string]; value: unknown; indexes: { pending: number } };
  chunks: { key: [string, string, number, number]; value: unknown };
  files: { key: [string, string]; value: unknown };
  usage: { key: string; value: unknown };
  meta: { key: string; value: unknown };
}

const stores = ['conversations', 'messages', 'chunks', 'files', 'usage', 'meta'] as const;

/** The database of one account, or the one used without an account. */
export const databaseName = (account: string | null) => `polylogue.store.${account ?? 'guest'}`;

/** Rejects if it takes too long: a tab that sleeps keeps it open. Then it is erased once that tab wakes. */
export const eraseDatabase = (name: string): Promise<void> => inTime(deleteDB(name), 5_000);

/**
 * Rejects if the browser cannot store anything, or does not answer in time. `late` is called with a storage that opens
 * after that; without `late` it is closed.
 */
export async function indexedDbStorage(
  name: string,
  {
    patience = usualPatience,
    late = (storage) => storage.close(),
  }: { patience?: number; late?: (storage: Storage) => void } = {},
): Promise<Storage> {
  const closed: (() => void)[] = [];
  const opening = openDB<Schema>(name, 1, {
    upgrade(db) {
      const conversations = db.createObjectStore('conversations', { keyPath: 'conversation_id' });
      conversations.createIndex('pending', 'pending_since');
      conversations.createIndex('age', 'last_message_at');
      db.createObjectStore('messages', { keyPath: ['conversation_id', 'message_id'] }).createIndex(
        'pending',
        'pending_since',
      );
      db.createObjectStore('chunks', { keyPath: ['message_id', 'run_id', 'offset', 'reasoning_offset'] });
      db.createObjectStore('files');
      db.createObjectStore('usage', { keyPath: 'usage_id' });
      db.createObjectStore('meta');
    },
    // Another tab wants to erase or upgrade it, which a tab that keeps it open would prevent.
    blocking: (_old, _new, event) => ended(event.target as unknown as IDBDatabase),
    terminated: () => ended(),
  });
  return inTime(opening.then(storageOn), patience, late);

  function ended(database?: IDBDatabase) {
    database?.close();
    for (const listener of closed) listener();
  }

  function storageOn(db: IDBPDatabase<Schema>): Storage {
    const unreadable: Unreadable = new Map();
    return {
      read: (work) => run(db, 'readonly', work, unreadable),
      write: (work) => run(db, 'readwrite', work, unreadable),
      onClosed: (listener) => void closed.push(listener),
      close: () => db.close(),
    };
  }
}

/** Milliseconds a browser may take to open a storage. */
const usualPatience = 2_000;

/** Rows read at a time: 20,000 at once would hold up the page. */
const pageRows = 500;

type Mode = 'readonly' | 'readwrite';

/** The ids of messages that could not be read so far, by conversation. */
type Unreadable = Map<string, Set<string>>;

async function run<Result>(
  db: IDBPDatabase<Schema>,
  mode: Mode,
  work: (trx: Transaction) => Promise<Result>,
  unreadable: Unreadable,
): Promise<Result> {
  const transaction = db.transaction(stores, mode);
  try {
    const result = await work(
      transactionOn(transaction as IDBPTransaction<Schema, typeof stores, 'readwrite'>, unreadable),
    );
    await transaction.done;
    return result;
  } catch (error) {
    const reason = transaction.done.then(
      () => null,
      (one: unknown) => one,
    );
    try {
      transaction.abort();
    } catch {
      // It has already ended: the cause of that says more than its effect on this work.
    }
    throw ((await reason) as Error | null)?.name === 'QuotaExceededError' ? await reason : error;
  }
}

function transactionOn(
  trx: IDBPTransaction<Schema, typeof stores, 'readwrite'>,
  unreadable: Unreadable,
): Transaction {
  const conversations = trx.objectStore('conversations');
  const messages = trx.objectStore('messages');
  const chunks = trx.objectStore('chunks');
  const files = trx.objectStore('files');
  const usage = trx.objectStore('usage');
  const meta = trx.objectStore('meta');
  /** All keys that begin with this id; arrays sort after all numbers and strings. */
  const beginningWith = (id: string) => IDBKeyRange.bound([id], [id, []]);

  return {
    conversation: async (id) => readConversation(await conversations.get(id)) ?? undefined,
    async conversations() {
      const rows: ConversationRow[] = [];
      for (let from: IDBKeyRange | null = null, isLast = false; !isLast; ) {
        const page: unknown[] = await conversations.getAll(from, pageRows);
        for (const row of all(page, readConversation)) rows.push(row);
        isLast = page.length < pageRows;
        if (!isLast) from = IDBKeyRange.lowerBound((page.at(-1) as ConversationRow).conversation_id, true);
      }
      return rows;
    },
    async newestConversations(count) {
      const ages = conversations.index('age');
      const newest = await ages.openKeyCursor(null, 'prev');
      const oldest = count > 1 ? await newest?.advance(count - 1) : newest;
      return all(await ages.getAll(oldest && IDBKeyRange.lowerBound(oldest.key)), readConversation);
    },
    pendingConversations: (limit) => firstOf(conversations.index('pending'), readConversation, limit),
    putConversation: async (row) => void (await conversations.put(row)),
    removeConversation: (id) => conversations.delete(id),

    message: async (conversationId, id) => readMessage(await messages.get([conversationId, id])) ?? undefined,
    messages: messagesOf,
    async lastMessages(id, count) {
      const range = beginningWith(id);
      const newest = await messages.openKeyCursor(range, 'prev');
      const oldest = count > 1 ? await newest?.advance(count - 1) : newest;
      const last = await messages.getAll(oldest ? IDBKeyRange.bound(oldest.key, range.upper) : range);
      const rows = readable(id, last);
      return rows.length < last.length ? (await messagesOf(id)).slice(-count) : rows;
    },
    pendingMessages: (limit) => firstOf(messages.index('pending'), readMessage, limit),
    async putMessage(row) {
      await messages.put(row);
      unreadable.get(row.conversation_id)?.delete(row.message_id);
    },
    async removeMessage(conversationId, id) {
      await messages.delete([conversationId, id]);
      unreadable.get(conversationId)?.delete(id);
    },
    async removeMessages(id) {
      await messages.delete(beginningWith(id));
      unreadable.delete(id);
    },

    chunks: async (id) => all(await chunks.getAll(beginningWith(id)), readChunk),
    putChunk: async (chunk) => void (await chunks.put(chunk)),
    removeChunks: (id) => chunks.delete(beginningWith(id)),

    file: async <Value>(messageId: string, name: string) =>
      readFile(name, await files.get([messageId, name])) as Value | undefined,
    async files(messageId) {
      const [keys, values] = await Promise.all([
        files.getAllKeys(beginningWith(messageId)),
        files.getAll(beginningWith(messageId)),
      ]);
      const read = keys.map(([, name], at) => [name, readFile(String(name), values[at])] as const);
      return Object.fromEntries(read.filter(([, value]) => value !== undefined));
    },
    fileNames: async (messageId) =>
      (await files.getAllKeys(beginningWith(messageId))).map(([, name]) => name),
    putFile: async (messageId, name, value) => void (await files.put(value, [messageId, name])),
    removeFiles: (messageId) => files.delete(beginningWith(messageId)),

    usage: (limit) => firstOf(usage, readUsage, limit),
    putUsage: async (record) => void (await usage.put(record)),
    async removeUsage(ids) {
      for (const id of ids) await usage.delete(id);
    },

    ...recordMethods(meta),

    meta: async <Value>(name: string) => readMeta(name, await meta.get(name)) as Value | undefined,
    putMeta: async (name, value) => void (await meta.put(value, name)),
    removeMeta: (name) => meta.delete(name),

    async unreadableConversations() {
      const [keys, values] = await Promise.all([conversations.getAllKeys(), conversations.getAll()]);
      return keys.filter((_, at) => readConversation(values[at]) === null);
    },
    unreadableMessages: async (id) => [...(unreadable.get(id) ?? [])],
  };

  async function messagesOf(id: string): Promise<MessageRow[]> {
    const rows: MessageRow[] = [];
    for (let from: IDBKeyRange | null = beginningWith(id); from; ) {
      const page: unknown[] = await messages.getAll(from, pageRows);
      for (const row of readable(id, page)) rows.push(row);
      from = page.length === pageRows ? IDBKeyRange.bound(keyOf(page.at(-1)), [id, []], true) : null;
    }
    return rows;
  }

  /** The rows that can be read; the others are noted. */
  function readable(id: string, values: readonly unknown[]): MessageRow[] {
    const rows = all(values, readMessage);
    if (rows.length < values.length) {
      const lost = values.filter((value) => readMessage(value) === null).map((value) => keyOf(value)[1]);
      unreadable.set(id, new Set([...(unreadable.get(id) ?? []), ...lost]));
    }
    return rows;
  }
}

const keyOf = (value: unknown): [string, string] => {
  const { conversation_id, message_id } = value as MessageRow;
  return [conversation_id, message_id];
};

function all<Row>(values: readonly unknown[], read: (value: unknown) => Row | null): Row[] {
  return values.flatMap((value) => read(value) ?? []);
}

interface Readable {
  getAll(query: null, count?: number): Promise<unknown[]>;
}

/** The first so many that can be read. */
async function firstOf<Row>(
  source: Readable,
  read: (value: unknown) => Row | null,
  limit: number,
): Promise<Row[]> {
  const values = await source.getAll(null, limit);
  const rows = all(values, read);
  const isShort = rows.length < values.length && values.length === limit;
  return isShort ? all(await source.getAll(null), read).slice(0, limit) : rows;
}

async function inTime<Result>(
  work: Promise<Result>,
  patience: number,
  late?: (result: Result) => void,
): Promise<Result> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new Error('The storage did not answer in time.'));
      work.then(late, () => {});
    }, patience);
  });
  return Promise.race([work, tooLate]).finally(() => clearTimeout(timer));
}
