/** Runs when the browser has nothing better to do, after `timeout` ms at the latest. Returns what calls it off. */
export function whenIdle(run: () => void, timeout = 2_000): () => void {
  if (typeof requestIdleCallback === 'function') {
    const id = requestIdleCallback(run, { timeout });
    return () => cancelIdleCallback(id);
  }
  // Safari has no idle callback: soon, but behind the first paint.
  const timer = setTimeout(run, Math.min(200, timeout));
  return () => clearTimeout(timer);
}
