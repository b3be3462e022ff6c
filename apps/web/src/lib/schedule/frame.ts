const hiddenDelay = 100;

/**
 * Runs once before the next frame is painted, or soon if the tab is hidden and does not paint.
 * Returns a function that cancels it.
 */
export function nextFrame(run: () => void): () => void {
  let frame: number | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function once() {
    cancel();
    run();
  }
  function cancel() {
    if (frame !== undefined) cancelAnimationFrame(frame);
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', schedule);
  }
  function schedule() {
    cancel();
    if (document.visibilityState === 'hidden') {
      timer = setTimeout(once, hiddenDelay);
    } else {
      frame = requestAnimationFrame(once);
      // A frame requested right before the tab is hidden would otherwise wait until the tab is visible again.
      document.addEventListener('visibilitychange', schedule);
    }
  }
  schedule();
  return cancel;
}
