/**
 * Calls `stop` on the first SIGTERM or SIGINT, and exits immediately on the second. With a `parent` (a process id), it
 * also stops when that process has ended.
 */
export function onStopSignal(stop: () => void, parent: number | null): void {
  let isStopping = false;
  function requestStop() {
    // A second signal: the operator does not want to wait.
    if (isStopping) process.exit(1);
    isStopping = true;
    clearInterval(watch);
    stop();
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, requestStop);
  const watch = setInterval(() => {
    if (parent !== null && process.ppid !== parent) requestStop();
  }, 250).unref();
}
