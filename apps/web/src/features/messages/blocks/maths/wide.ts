/** An inline formula with fewer characters than this fits on any line. */
const short = 24;

const checks = new Map<Element, Set<(width: number) => void>>();
let observer: ResizeObserver | undefined;

/**
 * Keeps a formula that is wider than its place scrollable by keyboard too. An observer runs after layout, when reading
 * widths costs nothing.
 */
export function watchWidth(place: HTMLElement, isDisplay: boolean, characters: number): () => void {
  if (characters < short) return () => {};
  let before = -1;
  observer ??= new ResizeObserver((entries) => {
    for (const { target, contentRect } of entries) {
      for (const check of checks.get(target) ?? []) check(contentRect.width);
    }
  });
  // An inline formula breaks between its parts: it scrolls only if one part is too wide.
  const parts = isDisplay ? [] : [...place.querySelectorAll<HTMLElement>('.katex-base')];
  const target = isDisplay ? place : (place.closest('p, li, h2, h3, h4, h5, h6, td, th') ?? place);
  const check = (width: number) => {
    if (width === before) return;
    before = width;
    const isWide = isDisplay
      ? place.scrollWidth > place.clientWidth
      : parts.some((part) => part.offsetWidth > width);
    place.toggleAttribute('data-wide', isWide);
    if (isWide) place.tabIndex = 0;
    else place.removeAttribute('tabindex');
  };
  const together = checks.get(target) ?? new Set();
  checks.set(target, together.add(check));
  observer.observe(target);
  return () => {
    together.delete(check);
    if (together.size === 0) {
      checks.delete(target);
      observer?.unobserve(target);
    }
    place.removeAttribute('data-wide');
    place.removeAttribute('tabindex');
  };
}
