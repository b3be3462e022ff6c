/** State that changes by facts, outside of any framework. */
export interface Live<State, Fact = never> {
  read(): State;
  /** The state before any fact: what a page shows that was built ahead. */
  start: State;
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
    start,
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
