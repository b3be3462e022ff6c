import { type IDBPDatabase, openDB } from 'idb';
import { shownMessage } from '../rows/message-rows.ts';
import { readConversation, readMessage } from '../rows/readable.ts';
import type { MessageRow } from '../rows/rows.ts';
import { databaseName } from '../storage/indexed-db.ts';
import { inOrder } from '../store/store-reads.ts';
import { type StoredHit, type StoredQuery, searchStored } from './search-stored.ts';

export interface StoredSearchRequest {
  id: number;
  account: string | null;
  query: StoredQuery;
}
/** The finds of this search are no longer wanted. */
export interface StoredSearchEnded {
  id: number;
  isEnded: true;
}
/** The finds of some more conversations; the last one `isDone`. */
export interface StoredSearchAnswer {
  id: number;
  hits: StoredHit[];
  /** How many of all conversations have been searched, from 0 to 1; less than 1 at the end: there were too many finds. */
  share: number;
  isDone: boolean;
}
/** The browser did not let all of them be read. */
export interface StoredSearchFailed {
  id: number;
  isFailed: true;
}

/** Rows read at a time. */
const pageRows = 500;
/** Milliseconds between two answers after the first finds: the page shows each of them. */
const answerPause = 200;
/** Of each search that goes on: the palette may search while the page below it does. */
const controls = new Map<number, AbortController>();

addEventListener('message', ({ data }: MessageEvent<StoredSearchRequest | StoredSearchEnded>) => {
  if ('isEnded' in data) return controls.get(data.id)?.abort();
  const control = new AbortController();
  controls.set(data.id, control);
  void search(data, control.signal)
    .catch(() => postMessage({ id: data.id, isFailed: true } satisfies StoredSearchFailed))
    .finally(() => controls.delete(data.id));
});

/** Ends once its finds are no longer wanted. */
async function search({ id, account, query }: StoredSearchRequest, signal: AbortSignal): Promise<void> {
  const db = await existing(databaseName(account));
  if (!db) return postMessage({ id, hits: [], share: 1, isDone: true } satisfies StoredSearchAnswer);
  // Otherwise it could be neither changed nor deleted meanwhile.
  db.addEventListener('versionchange', () => db.close());
  try {
    const hasRows = db.objectStoreNames.contains('conversations');
    const unsent = query.isUnsent && hasRows ? await unsentIn(db) : null;
    const found = searchStored(query, {
      async conversations() {
        const rows = hasRows && unsent?.size !== 0 ? await db.getAll('conversations') : [];
        const all = inOrder(rows.flatMap((row) => readConversation(row) ?? []));
        return unsent ? all.filter(({ conversation_id }) => unsent.has(conversation_id)) : all;
      },
      async *messages(conversationId) {
        if (unsent) return yield (unsent.get(conversationId) ?? []).map((row) => shownMessage(row));
        let range = IDBKeyRange.bound([conversationId], [conversationId, []]);
        for (;;) {
          const rows = await rowsIn(db, range, signal);
          const read = rows.flatMap((row) => readMessage(row) ?? []);
          yield read.map((row) => shownMessage(row));
          // Of the rows themselves: none of them may be readable.
          const last = rows.at(-1)?.message_id;
          if (rows.length < pageRows || last === undefined) return;
          range = IDBKeyRange.bound([conversationId, last], [conversationId, []], true);
        }
      },
    });
    let answeredAt = performance.now();
    let isFirst = true;
    let waiting: StoredHit[] = [];
    let searched = 1;
    for await (const { hits, share } of found) {
      if (signal.aborted) return;
      waiting.push(...hits);
      searched = share;
      const now = performance.now();
      const isSoon = now - answeredAt < answerPause;
      if (isSoon && (waiting.length === 0 || !isFirst)) continue;
      postMessage({ id, hits: waiting, share, isDone: false } satisfies StoredSearchAnswer);
      answeredAt = now;
      isFirst &&= waiting.length === 0;
      waiting = [];
    }
    postMessage({ id, hits: waiting, share: searched, isDone: true } satisfies StoredSearchAnswer);
  } finally {
    db.close();
  }
}

/** Null: there is no such database, and none is made. */
async function existing(name: string): Promise<IDBPDatabase | null> {
  let isMissing = false;
  const opening = openDB(name, undefined, {
    upgrade(_db, _from, _to, transaction) {
      isMissing = true;
      transaction.done.catch(() => {});
      transaction.abort();
    },
  });
  return opening.catch((error: unknown) => {
    if (isMissing) return null;
    throw error;
  });
}

/** By conversation, the messages of which the account lacks some text. */
async function unsentIn(db: IDBPDatabase): Promise<Map<string, MessageRow[]>> {
  const rows = await db.getAllFromIndex('messages', 'pending');
  const read = rows.flatMap((row) => readMessage(row) ?? []);
  return Map.groupBy(
    read.filter(({ pending }) => pending?.create || pending?.text),
    ({ conversation_id }) => conversation_id,
  );
}

/** Some messages. Whoever no longer wants them does not wait for them: the next search is read at once. */
async function rowsIn(
  db: IDBPDatabase,
  range: IDBKeyRange,
  signal: AbortSignal,
): Promise<{ message_id?: string }[]> {
  signal.throwIfAborted();
  const transaction = db.transaction('messages');
  transaction.done.catch(() => {});
  const abort = () => transaction.abort();
  signal.addEventListener('abort', abort);
  try {
    return await transaction.store.getAll(range, pageRows);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}
