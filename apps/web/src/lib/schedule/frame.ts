const hiddenPace = 100;

/**
 * Runs once before the next frame is painted, or soon when the tab is hidden and paints none.
 * Returns what calls it off.
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
    document.removeEventListener('visibilitychange', plan);
  }
  function plan() {
    cancel();
    if (document.visibilityState === 'hidden') {
      timer = setTimeout(once, hiddenPace);
    } else {
      frame = requestAnimationFrame(once);
      // A frame asked for just before the tab is hidden would wait until it is looked at again.
      document.addEventListener('visibilitychange', plan);
    }
  }
  plan();
  return cancel;
}
