import type { ReplyTo } from '@polylogue/contract/client';
import { useEffect } from 'react';
import { call } from '../../api/index.ts';
import { live } from '../../lib/state/live.ts';
import { useLive } from '../../lib/state/use-live.ts';
import { failureWords } from './failure-words.ts';

type Options = ReplyTo<'GET /api/auth/options'>;

interface Known {
  options?: Options;
  /** Why it could not be loaded, as the sentence to show. */
  failure: string | null;
}

type StoreEvent =
  | { type: 'requested' }
  | { type: 'loaded'; options: Options }
  | { type: 'failed'; why: string };

function after(known: Known, event: StoreEvent): Known {
  switch (event.type) {
    case 'requested':
      return known.failure ? { ...known, failure: null } : known;
    case 'loaded':
      return { options: event.options, failure: null };
    case 'failed':
      return { ...known, failure: event.why };
  }
}

/** Who may sign up, and which challenge the forms show: fetched once, as it changes only with the server. */
const store = live<Known, StoreEvent>({ failure: null }, after);
let isFetching = false;

async function fetchOptions(): Promise<void> {
  if (isFetching) return;
  isFetching = true;
  store.dispatch({ type: 'requested' });
  await call('GET /api/auth/options', {}).then(
    (options) => store.dispatch({ type: 'loaded', options }),
    (error) => store.dispatch({ type: 'failed', why: failureWords(error) }),
  );
  isFetching = false;
}

/** `options` is undefined until the server has answered; `retry` fetches them again after a failure. */
export function useOptions() {
  const { options, failure } = useLive(store, (known) => known);
  useEffect(() => {
    if (!store.read().options) void fetchOptions();
  }, []);
  return { options, failure, retry: fetchOptions };
}
