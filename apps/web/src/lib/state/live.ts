/** State that changes by events, without a framework. */
export interface Live<State, StoreEvent = never> {
  read(): State;
  /** The state before any event: what a prerendered page shows. */
  start: State;
  listen(listener: () => void): () => void;
  dispatch(event: StoreEvent): void;
}

/** `reduce` returns the state after an event; returning the same object means that nothing has changed. */
export function live<State, StoreEvent>(
  start: State,
  reduce: (state: State, event: StoreEvent) => State,
): Live<State, StoreEvent> {
  let state = start;
  const listeners = new Set<() => void>();
  return {
    read: () => state,
    start,
    listen(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    dispatch(event) {
      const next = reduce(state, event);
      if (next === state) return;
      state = next;
      for (const listener of [...listeners]) listener();
    },
  };
}
