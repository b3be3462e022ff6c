import type { Reply } from '@polylogue/contract/client';
import { useEffect } from 'react';
import { call } from '../../api/index.ts';
import { live } from '../../lib/state/live.ts';
import { useLive } from '../../lib/state/use-live.ts';
import { failureWords } from './failure-words.ts';

type Options = Reply<'GET /api/auth/options'>;

interface Known {
  now?: Options;
  /** Why it could not be loaded, as the sentence to show. */
  failure: string | null;
}

type StoreEvent = { type: 'asked' } | { type: 'loaded'; options: Options } | { type: 'failed'; why: string };

function after(known: Known, event: StoreEvent): Known {
  switch (event.type) {
    case 'asked':
      return known.failure ? { ...known, failure: null } : known;
    case 'loaded':
      return { now: event.options, failure: null };
    case 'failed':
      return { ...known, failure: event.why };
  }
}

/** Who may sign up, and which challenge the forms show: fetched once, as it changes only with the server. */
const store = live<Known, StoreEvent>({ failure: null }, after);
let isAsking = false;

async function ask(): Promise<void> {
  if (isAsking) return;
  isAsking = true;
  store.dispatch({ type: 'asked' });
  await call('GET /api/auth/options', {}).then(
    (options) => store.dispatch({ type: 'loaded', options }),
    (error) => store.dispatch({ type: 'failed', why: failureWords(error) }),
  );
  isAsking = false;
}

/** `now` is undefined until the server has answered; `ask` tries again when it could not. */
export function useOptions() {
  const { now, failure } = useLive(store, (known) => known);
  useEffect(() => {
    if (!store.read().now) void ask();
  }, []);
  return { now, failure, ask };
}
