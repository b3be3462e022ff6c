import { type DBSchema, deleteDB, type IDBPDatabase, type IDBPTransaction, openDB } from 'idb';
import type { ConversationRow, MessageRow, TextChunk, UsageRow } from './rows.ts';
import type { Storage, Transaction } from './storage.ts';

interface Schema extends DBSchema {
  conversations: { key: string; value: ConversationRow; indexes: { pending: number; age: number } };
  messages: { key: [string, string]; value: MessageRow; indexes: { pending: number } };
  chunks: { key: [string, string, number, number]; value: TextChunk };
  files: { key: [string, string]; value: unknown };
  usage: { key: string; value: UsageRow };
  meta: { key: string; value: unknown };
}

const stores = ['conversations', 'messages', 'chunks', 'files', 'usage', 'meta'] as const;

/** The database of one account, or the one used without an account. */
export const databaseName = (account: string | null) => `polylogue.store.${account ?? 'guest'}`;

export async function eraseDatabase(name: string): Promise<void> {
  await deleteDB(name);
}

/**
 * Rejects if the browser cannot store anything, or does not answer in time. `late` is called with a storage that opens
 * after that; without `late` it is closed.
 */
export async function indexedDbStorage(
  name: string,
  { patience = usualPatience, late }: { patience?: number; late?: (storage: Storage) => void } = {},
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
    return {
      read: (work) => run(db, 'readonly', work),
      write: (work) => run(db, 'readwrite', work),
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

async function run<Result>(
  db: IDBPDatabase<Schema>,
  mode: Mode,
  work: (trx: Transaction) => Promise<Result>,
): Promise<Result> {
  const transaction = db.transaction(stores, mode);
  try {
    const result = await work(
      transactionOn(transaction as IDBPTransaction<Schema, typeof stores, 'readwrite'>),
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

function transactionOn(trx: IDBPTransaction<Schema, typeof stores, 'readwrite'>): Transaction {
  const conversations = trx.objectStore('conversations');
  const messages = trx.objectStore('messages');
  const chunks = trx.objectStore('chunks');
  const files = trx.objectStore('files');
  const usage = trx.objectStore('usage');
  const meta = trx.objectStore('meta');
  /** All keys that begin with this id; arrays sort after all numbers and strings. */
  const beginningWith = (id: string) => IDBKeyRange.bound([id], [id, []]);

  return {
    conversation: (id) => conversations.get(id),
    conversations: () => conversations.getAll(),
    async newestConversations(count) {
      const ages = conversations.index('age');
      const newest = await ages.openKeyCursor(null, 'prev');
      const oldest = count > 1 ? await newest?.advance(count - 1) : newest;
      return ages.getAll(oldest && IDBKeyRange.lowerBound(oldest.key));
    },
    pendingConversations: (limit) => conversations.index('pending').getAll(null, limit),
    putConversation: async (row) => void (await conversations.put(row)),
    removeConversation: (id) => conversations.delete(id),

    message: (conversationId, id) => messages.get([conversationId, id]),
    async messages(id) {
      const rows: MessageRow[] = [];
      for (let from: IDBKeyRange | null = beginningWith(id); from; ) {
        const page: MessageRow[] = await messages.getAll(from, pageRows);
        for (const row of page) rows.push(row);
        const last = page.at(-1);
        from =
          last && page.length === pageRows ? IDBKeyRange.bound([id, last.message_id], [id, []], true) : null;
      }
      return rows;
    },
    async lastMessages(id, count) {
      const range = beginningWith(id);
      const newest = await messages.openKeyCursor(range, 'prev');
      const oldest = count > 1 ? await newest?.advance(count - 1) : newest;
      return messages.getAll(oldest ? IDBKeyRange.bound(oldest.key, range.upper) : range);
    },
    pendingMessages: (limit) => messages.index('pending').getAll(null, limit),
    putMessage: async (row) => void (await messages.put(row)),
    removeMessage: (conversationId, id) => messages.delete([conversationId, id]),
    removeMessages: (id) => messages.delete(beginningWith(id)),

    chunks: (id) => chunks.getAll(beginningWith(id)),
    putChunk: async (chunk) => void (await chunks.put(chunk)),
    removeChunks: (id) => chunks.delete(beginningWith(id)),

    file: async <Value>(messageId: string, name: string) =>
      (await files.get([messageId, name])) as Value | undefined,
    async files(messageId) {
      const [keys, values] = await Promise.all([
        files.getAllKeys(beginningWith(messageId)),
        files.getAll(beginningWith(messageId)),
      ]);
      return Object.fromEntries(keys.map(([, name], at) => [name, values[at]]));
    },
    putFile: async (messageId, name, value) => void (await files.put(value, [messageId, name])),
    removeFiles: (messageId) => files.delete(beginningWith(messageId)),

    usage: (limit) => usage.getAll(null, limit),
    putUsage: async (record) => void (await usage.put(record)),
    async removeUsage(ids) {
      for (const id of ids) await usage.delete(id);
    },

    meta: async <Value>(name: string) => (await meta.get(name)) as Value | undefined,
    putMeta: async (name, value) => void (await meta.put(value, name)),
    removeMeta: (name) => meta.delete(name),
  };
}

async function inTime(
  opening: Promise<Storage>,
  patience: number,
  late = (storage: Storage) => storage.close(),
): Promise<Storage> {
  let isLate = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      isLate = true;
      reject(new Error('The storage of this browser did not answer in time.'));
    }, patience);
  });
  opening.then(
    (storage) => isLate && late(storage),
    () => {},
  );
  return Promise.race([opening, tooLate]).finally(() => clearTimeout(timer));
}
