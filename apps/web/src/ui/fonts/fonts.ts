import { whenIdle } from '../../lib/schedule/idle.ts';

/**
 * Fetches the fonts once the page has been painted and nothing is left to do: anyone who reads it does not wait for them, and what
 * stands in for them has their measures (fallbacks.css). Where they cannot be had, that is what stays.
 */
export function fetchFonts(): void {
  afterFirstPaint(() =>
    whenIdle(() => void import('./faces.ts').then(({ fetchFaces }) => fetchFaces()).catch(() => {})),
  );
}

/** Milliseconds after which a page has been painted, though the browser has not said so. */
const atLast = 5_000;

function afterFirstPaint(run: () => void) {
  const timer = setTimeout(painted, atLast);
  const watch = new PerformanceObserver((list) => {
    if (list.getEntriesByName('first-contentful-paint').length > 0) painted();
  });
  watch.observe({ type: 'paint', buffered: true });

  function painted() {
    clearTimeout(timer);
    watch.disconnect();
    run();
  }
}
