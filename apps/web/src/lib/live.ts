import { useSyncExternalStore } from 'react';

/** State that changes by facts, outside of any framework. */
export interface Live<State, Fact = never> {
  read(): State;
  listen(listener: () => void): () => void;
  tell(fact: Fact): void;
}

/** `after` gives the state once a fact is known; the same object back means that nothing changed. */
export function live<State, Fact>(
  start: State,
  after: (state: State, fact: Fact) => State,
): Live<State, Fact> {
  let state = start;
  const listeners = new Set<() => void>();
  return {
    read: () => state,
    listen(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    tell(fact) {
      const next = after(state, fact);
      if (next === state) return;
      state = next;
      for (const listener of [...listeners]) listener();
    },
  };
}

/** What `pick` takes from the state must be the same value while nothing in it changed. */
export function useLive<State, Picked>(
  store: Pick<Live<State>, 'read' | 'listen'>,
  pick: (state: State) => Picked,
): Picked {
  return useSyncExternalStore(store.listen, () => pick(store.read()));
}
