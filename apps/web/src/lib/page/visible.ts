/** Runs once the page is visible, immediately if it already is. Returns a function that cancels it. */
export function whenVisible(run: () => void): () => void {
  if (document.visibilityState === 'visible') {
    run();
    return () => {};
  }
  const seen = () => {
    if (document.visibilityState !== 'visible') return;
    document.removeEventListener('visibilitychange', seen);
    run();
  };
  document.addEventListener('visibilitychange', seen);
  return () => document.removeEventListener('visibilitychange', seen);
}
