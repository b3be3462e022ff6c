/**
 * Keeps a table that is wider than its place scrollable by keyboard too; one that fits is no stop for Tab. The observer
 * runs after layout, when reading widths costs nothing.
 */
export function keepScrollable(frame: HTMLElement, table: HTMLElement): () => void {
  const observer = new ResizeObserver(() => {
    const isWide = frame.scrollWidth > frame.clientWidth;
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
  return () => observer.disconnect();
}
