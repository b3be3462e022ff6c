import { whenIdle } from '../../lib/schedule/idle.ts';

/**
 * Fetches the fonts once the page has been painted and nothing is left to do: whoever reads it does not wait for them, and what
 * stands in for them has their measures (fallbacks.css). Where they cannot be had, that is what stays.
 */
export function fetchFonts(): void {
  afterFirstPaint(() =>
    whenIdle(() => void import('./faces.ts').then(({ fetchFaces }) => fetchFaces()).catch(() => {})),
  );
}

function afterFirstPaint(run: () => void) {
  const watch = new PerformanceObserver((list) => {
    if (list.getEntriesByName('first-contentful-paint').length === 0) return;
    watch.disconnect();
    run();
  });
  watch.observe({ type: 'paint', buffered: true });
}
