/** Those who are told when something happens. */
export function listenersOf<Given extends unknown[]>() {
  const all = new Set<(...given: Given) => void>();
  return {
    dispatch(...given: Given) {
      for (const listener of [...all]) listener(...given);
    },
    add(listener: (...given: Given) => void): () => void {
      all.add(listener);
      return () => void all.delete(listener);
    },
  };
}
