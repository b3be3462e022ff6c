import { conversation } from './conversation.ts';
import type { Page } from './page.ts';

/** A conversation to be stored before a page opens. */
export interface Stored {
  id: string;
  title: string;
  /** Milliseconds since 1970 of its last message. */
  at: number;
  /** How many messages it has. */
  length: number;
}

/** The id of the conversation or message of a number. */
export const idOf = (kind: 'conversation' | 'message', of: number, at = 0) =>
  `019bb000-0000-7000-${kind === 'conversation' ? '8000' : (0x9000 + of).toString(16)}-${(kind === 'conversation' ? of : at).toString(16).padStart(12, '0')}`;

/** Stores conversations in the browser of a page that is at an address of the app, as a guest's. */
export async function storeConversations(page: Page, all: readonly Stored[]): Promise<void> {
  const rows = all.map((one, of) => ({ ...one, messages: messages(one, of) }));
  await page.ask(`(${store})(${JSON.stringify(JSON.stringify(rows))})`, 120_000);
}

/** Rows as features/sync stores them, each following the one before. */
function messages({ id, length, at: end }: Stored, of: number) {
  return conversation(Math.min(length, 5_000))
    .concat(...Array.from({ length: Math.max(0, length / 5_000 - 1) }, () => conversation(5_000)))
    .map(({ role, markdown }, at) => ({
      conversation_id: id,
      message_id: idOf('message', of, at),
      parent_id: at === 0 ? null : idOf('message', of, at - 1),
      role,
      created_at: end - (length - at) * 60_000,
      body: markdown,
      reasoning: '',
      run_id: null,
      ended_at: end - (length - at) * 60_000,
      seq: 0,
      details: null,
      fields: {},
      pending: null,
      revision: 1,
    }));
}

/** The schema is that of features/sync/storage/indexed-db.ts. */
async function store(all: string): Promise<void> {
  const rows = JSON.parse(all) as (Stored & { messages: { message_id: string }[] })[];
  const db = await new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open('polylogue.store.guest', 1);
    opening.onupgradeneeded = () => {
      const db = opening.result;
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
    };
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
  });
  const transaction = db.transaction(['conversations', 'messages'], 'readwrite');
  for (const { id, title, at, messages } of rows) {
    const leaf = messages.at(-1)?.message_id;
    transaction.objectStore('conversations').put({
      conversation_id: id,
      created_at: at,
      last_message_at: at,
      synced: null,
      pending: { ...(leaf && { leaf: [leaf, at] }), title: [title, at] },
      revision: 1,
      seq_seen: 0,
      is_complete: true,
      opened_at: at,
    });
    for (const row of messages) transaction.objectStore('messages').put(row);
  }
  await new Promise((resolve) => {
    transaction.oncomplete = resolve;
  });
  db.close();
}
