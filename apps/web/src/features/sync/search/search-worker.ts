import { databaseName } from '../database-name.ts';
import { readConversation, readMessage } from '../readable.ts';
import { shownMessage } from '../rows.ts';
import { inOrder } from '../store-reads.ts';
import { type StoredHit, type StoredQuery, searchStored } from './search-stored.ts';

export interface StoredSearchRequest {
  id: number;
  account: string | null;
  query: StoredQuery;
}
/** The finds of some more conversations; the last one `isDone`. */
export interface StoredSearchAnswer {
  id: number;
  hits: StoredHit[];
  /** How many of all conversations have been searched, from 0 to 1. */
  share: number;
  isDone: boolean;
}

/** Rows read at a time. */
const pageRows = 500;
/** Milliseconds between two answers after the first finds: the page shows each of them. */
const answerPause = 200;
let latest = 0;

addEventListener('message', ({ data }: MessageEvent<StoredSearchRequest>) => {
  latest = data.id;
  void search(data).catch(() =>
    postMessage({ id: data.id, hits: [], share: 1, isDone: true } satisfies StoredSearchAnswer),
  );
});

async function search({ id, account, query }: StoredSearchRequest): Promise<void> {
  const db = await opened(databaseName(account));
  // Otherwise it could be neither changed nor deleted meanwhile.
  db.addEventListener('versionchange', () => db.close());
  try {
    const found = searchStored(query, {
      async conversations() {
        const rows = await all(db, 'conversations');
        return inOrder(rows.flatMap((row) => readConversation(row) ?? []));
      },
      async *messages(conversationId) {
        let range = IDBKeyRange.bound([conversationId], [conversationId, []]);
        for (;;) {
          // Another letter has been typed.
          if (latest !== id) return;
          const rows = await all(db, 'messages', range, pageRows);
          const read = rows.flatMap((row) => readMessage(row) ?? []);
          yield read.map((row) => shownMessage(row));
          const last = read.at(-1);
          if (rows.length < pageRows || !last) return;
          range = IDBKeyRange.bound([conversationId, last.message_id], [conversationId, []], true);
        }
      },
    });
    let answeredAt = performance.now();
    let isFirst = true;
    let waiting: StoredHit[] = [];
    for await (const { hits, share } of found) {
      if (latest !== id) return;
      waiting.push(...hits);
      const now = performance.now();
      const isSoon = now - answeredAt < answerPause;
      if (isSoon && (waiting.length === 0 || !isFirst)) continue;
      postMessage({ id, hits: waiting, share, isDone: false } satisfies StoredSearchAnswer);
      answeredAt = now;
      isFirst &&= waiting.length === 0;
      waiting = [];
    }
    postMessage({ id, hits: waiting, share: 1, isDone: true } satisfies StoredSearchAnswer);
  } finally {
    db.close();
  }
}

// Without the library: it would be a quarter of this script.

/** Rejects where there is no such database: it is not made here. */
function opened(name: string): Promise<IDBDatabase> {
  const opening = indexedDB.open(name);
  opening.onupgradeneeded = () => opening.transaction?.abort();
  return resultOf(opening);
}

const all = (db: IDBDatabase, store: string, range?: IDBKeyRange, count?: number): Promise<unknown[]> =>
  resultOf(db.transaction(store).objectStore(store).getAll(range, count));

function resultOf<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
