const listeners = new Set<() => void>();

/** Calls back when a link leads to the page that is already open, until the returned function is called. */
export function onAskedAgain(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export function askedAgain(): void {
  for (const listener of [...listeners]) listener();
}
