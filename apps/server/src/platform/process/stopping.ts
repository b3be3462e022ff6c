/**
 * Calls `stop` once when the process is asked to end, and exits at once when asked again. With a `parent` (a process
 * id), it also stops when that process is gone.
 */
export function whenAskedToStop(stop: () => void, parent: number | null): void {
  let isStopping = false;
  function asked() {
    // A second signal: the sender is in a hurry.
    if (isStopping) process.exit(1);
    isStopping = true;
    clearInterval(watch);
    stop();
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, asked);
  const watch = setInterval(() => {
    if (parent !== null && process.ppid !== parent) asked();
  }, 250).unref();
}
