/** Which conversations are on the screen, in however many places. */
export function onScreen() {
  const counts = new Map<string, number>();
  return {
    ids: (): ReadonlySet<string> => new Set(counts.keys()),
    /** Returns a function that takes it off. */
    add(id: string): () => void {
      counts.set(id, (counts.get(id) ?? 0) + 1);
      return () => {
        const left = (counts.get(id) ?? 1) - 1;
        if (left > 0) counts.set(id, left);
        else counts.delete(id);
      };
    },
  };
}
