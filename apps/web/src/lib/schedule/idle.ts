/** Runs when the browser is idle, after `timeout` ms at the latest. Returns a function that cancels it. */
export function whenIdle(run: () => void, timeout = 2_000): () => void {
  if (typeof requestIdleCallback === 'function') {
    const id = requestIdleCallback(run, { timeout });
    return () => cancelIdleCallback(id);
  }
  // Safari has no idle callback: soon, but after the first paint.
  const timer = setTimeout(run, Math.min(200, timeout));
  return () => clearTimeout(timer);
}
