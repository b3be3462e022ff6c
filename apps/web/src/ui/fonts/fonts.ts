import { whenIdle } from '../../lib/schedule/idle.ts';

/**
 * Loads the fonts once the page has been painted and is idle: reading does not wait for them, and the fallbacks have the
 * same metrics (fallbacks.css). If they cannot be loaded, the fallbacks stay.
 */
export function fetchFonts(): void {
  afterFirstPaint(() =>
    whenIdle(() => void import('./faces.ts').then(({ fetchFaces }) => fetchFaces()).catch(() => {})),
  );
}

/** Milliseconds after which the page counts as painted, even if the browser has not reported it. */
const paintTimeout = 5_000;

function afterFirstPaint(run: () => void) {
  const timer = setTimeout(painted, paintTimeout);
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
