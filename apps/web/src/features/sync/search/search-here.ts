import { scriptUrl } from '../../../lib/page/script-url.ts';
import { storeOwner } from '../owner/browser-store.ts';
import type { StoredHit, StoredQuery } from './search-stored.ts';
import type { StoredSearchAnswer, StoredSearchEnded, StoredSearchRequest } from './search-worker.ts';
import workerUrl from './search-worker.ts?worker&url';

let worker: Worker | undefined;
let lastId = 0;

/**
 * Searches the conversations in this browser in a worker, the newest first, until the signal ends it.
 * `onSearched` is called with the finds of each conversation, and how many of all have been searched, from 0 to 1. Resolves when all are searched, and rejects where there is no
 * worker.
 */
export function searchHere(
  query: StoredQuery,
  onSearched: (hits: readonly StoredHit[], share: number) => void,
  signal: AbortSignal,
): Promise<void> {
  // The code of the search may have come too late.
  if (signal.aborted) return Promise.resolve();
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
    ({ data }: MessageEvent<StoredSearchAnswer>) => {
      if (data.id !== id) return;
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
