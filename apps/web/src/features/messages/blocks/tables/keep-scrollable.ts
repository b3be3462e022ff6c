import { watchEdges } from '../watch-edges.ts';

/**
 * Keeps a table that is wider than its place scrollable by keyboard too; one that fits is no stop for Tab. The observer
 * runs after layout, when reading widths costs nothing.
 */
export function keepScrollable(frame: HTMLElement, table: HTMLTableElement): () => void {
  const stopEdges = watchEdges(frame, [table]);
  const observer = new ResizeObserver(() => {
    const isWide = frame.scrollWidth > frame.clientWidth;
    // A first column that takes half of the place would hide the others.
    const first = table.rows[0]?.cells[0];
    const isKept = isWide && first !== undefined && first.offsetWidth < frame.clientWidth * 0.45;
    frame.toggleAttribute('data-first-stays', isKept);
    if (isWide === frame.hasAttribute('tabindex')) return;
    for (const [name, value] of [
      ['tabindex', '0'],
      ['role', 'group'],
      ['aria-label', 'Table, wider than the screen'],
    ] as const) {
      if (isWide) frame.setAttribute(name, value);
      else frame.removeAttribute(name);
    }
  });
  observer.observe(frame);
  observer.observe(table);
  return () => {
    observer.disconnect();
    stopEdges();
  };
}
