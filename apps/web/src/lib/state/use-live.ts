import { useSyncExternalStore } from 'react';
import type { Live } from './live.ts';

/** What `pick` takes from the state must be the same value while nothing in it changed. */
export function useLive<State, Picked>(
  store: Pick<Live<State>, 'read' | 'listen'> & { start?: State },
  pick: (state: State) => Picked,
): Picked {
  return useSyncExternalStore(
    store.listen,
    () => pick(store.read()),
    () => pick(store.start ?? store.read()),
  );
}
