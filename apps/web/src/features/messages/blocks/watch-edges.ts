/**
 * Says of a place that scrolls sideways at which edges something is cut off, in its attribute `data-cut`: it fades
 * there. Measured after layout and while it is scrolled, when reading widths costs nothing.
 */
export function watchEdges(place: HTMLElement, content: readonly Element[] = []): () => void {
  function measure() {
    const hidden = place.scrollWidth - place.clientWidth;
    const isFromRight = hidden > 1 && getComputedStyle(place).direction === 'rtl';
    const left = isFromRight ? hidden + place.scrollLeft : place.scrollLeft;
    const cut = [left > 1 && 'left', hidden - left > 1 && 'right'].filter(Boolean).join(' ');
    if (cut !== (place.dataset.cut ?? '')) {
      if (cut) place.dataset.cut = cut;
      else delete place.dataset.cut;
    }
  }
  const observer = new ResizeObserver(measure);
  for (const element of [place, ...content]) observer.observe(element);
  place.addEventListener('scroll', measure, { passive: true });
  return () => {
    observer.disconnect();
    place.removeEventListener('scroll', measure);
  };
}
