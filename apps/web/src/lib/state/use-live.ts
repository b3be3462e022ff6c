import { useSyncExternalStore } from 'react';
import type { Live } from './live.ts';

/** `pick` must return the same value as long as nothing in it has changed. */
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
