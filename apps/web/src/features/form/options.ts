import type { Reply } from '@polylogue/contract/client';
import { useEffect } from 'react';
import { call } from '../../api/index.ts';
import { live } from '../../lib/live.ts';
import { useLive } from '../../lib/use-live.ts';

type Options = Reply<'GET /api/auth/options'>;

interface Known {
  now?: Options;
  isFailed: boolean;
}

type Fact = { type: 'asked' } | { type: 'told'; options: Options } | { type: 'failed' };

function after(known: Known, fact: Fact): Known {
  switch (fact.type) {
    case 'asked':
      return known.isFailed ? { ...known, isFailed: false } : known;
    case 'told':
      return { now: fact.options, isFailed: false };
    case 'failed':
      return { ...known, isFailed: true };
  }
}

/** Who may sign up, and which challenge the forms show: asked once for all of them, it changes with the server only. */
const store = live<Known, Fact>({ isFailed: false }, after);
let isAsking = false;

async function ask(): Promise<void> {
  if (isAsking) return;
  isAsking = true;
  store.tell({ type: 'asked' });
  await call('GET /api/auth/options', {}).then(
    (options) => store.tell({ type: 'told', options }),
    () => store.tell({ type: 'failed' }),
  );
  isAsking = false;
}

/** `now` is undefined until the server has told; `ask` is for when it could not. */
export function useOptions() {
  const { now, isFailed } = useLive(store, (known) => known);
  useEffect(() => {
    if (!store.read().now) void ask();
  }, []);
  return { now, isFailed, ask };
}
