import { scriptUrl } from '../../../lib/page/script-url.ts';
import { openedStore, savingStatus, storeOwner } from '../owner/browser-store.ts';
import type { ConversationStore } from '../store/store.ts';
import { type StoredHit, type StoredQuery, searchStored } from './search-stored.ts';
import type {
  StoredSearchAnswer,
  StoredSearchEnded,
  StoredSearchFailed,
  StoredSearchRequest,
} from './search-worker.ts';
import workerUrl from './search-worker.ts?worker&url';

let worker: Worker | undefined;
let lastId = 0;

type OnSearched = (hits: readonly StoredHit[], share: number) => void;

/**
 * Searches the conversations in this browser, the newest first, until the signal ends it.
 * `onSearched` is called with the finds of each conversation, and how many of all have been searched, from 0 to 1.
 * Resolves when all are searched, and rejects where they cannot be.
 */
export async function searchHere(
  query: StoredQuery,
  onSearched: OnSearched,
  signal: AbortSignal,
): Promise<void> {
  const store = await openedStore();
  // The code of the search may have come too late.
  if (signal.aborted) return;
  // A worker sees nothing of what only this page holds.
  const search = savingStatus.read() === 'memory-only' ? searchOnPage(store) : searchInWorker;
  await search(query, onSearched, signal);
}

const searchOnPage =
  (store: ConversationStore) => async (query: StoredQuery, onSearched: OnSearched, signal: AbortSignal) => {
    const found = searchStored(query, {
      conversations: store.list,
      async *messages(conversationId) {
        yield await store.messages(conversationId);
      },
    });
    for await (const { hits, share } of found) {
      if (signal.aborted) return;
      onSearched(hits, share);
    }
  };

function searchInWorker(query: StoredQuery, onSearched: OnSearched, signal: AbortSignal): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  worker ??= new Worker(scriptUrl(workerUrl), { type: 'module' });
  const own = worker;
  lastId += 1;
  const id = lastId;
  const listening = new AbortController();
  const stop = () => listening.abort();
  function end() {
    stop();
    own.postMessage({ id, isEnded: true } satisfies StoredSearchEnded);
    resolve();
  }
  signal.addEventListener('abort', end, { signal: listening.signal });
  own.addEventListener(
    'message',
    ({ data }: MessageEvent<StoredSearchAnswer | StoredSearchFailed>) => {
      if (data.id !== id) return;
      if ('isFailed' in data) {
        stop();
        return reject(new Error('Not everything in this browser could be read.'));
      }
      onSearched(data.hits, data.share);
      if (!data.isDone) return;
      stop();
      resolve();
    },
    { signal: listening.signal },
  );
  own.addEventListener(
    'error',
    () => {
      stop();
      if (worker === own) worker = undefined;
      own.terminate();
      reject(new Error('The search did not start.'));
    },
    { signal: listening.signal },
  );
  own.postMessage({ id, account: storeOwner(), query } satisfies StoredSearchRequest);
  return promise;
}
