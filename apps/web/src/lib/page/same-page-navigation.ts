const listeners = new Set<() => void>();

/** Calls back when a link leads to the page that is already open. Returns a function that stops this. */
export function onSamePageNavigation(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export function notifySamePageNavigation(): void {
  for (const listener of [...listeners]) listener();
}
