import { type RefCallback, type RefObject, useEffect, useLayoutEffect, useState } from 'react';
import { nextFrame } from '../../../lib/schedule/frame.ts';
import { useLive } from '../../../lib/state/use-live.ts';
import type { ListSource } from '../view/list-state.ts';
import { estimatedHeight, gap } from '../view/row-estimate.ts';
import type { Follower } from './follow.ts';
import { type ListWindow, openListWindow, type Shown } from './window/list-window.ts';
import { heldRows, rowOf } from './window/row-element.ts';

const browser = {
  gap,
  size: () => ({ width: innerWidth, height: innerHeight }),
  estimate: estimatedHeight,
  nextFrame,
};

interface WindowedList {
  window: ListWindow;
  shown: Shown;
  /** Ref for every message on the page. */
  row: RefCallback<HTMLElement>;
}

/** Shows what is near the screen, and keeps the heights in step with the actual layout. */
export function useListWindow(
  source: ListSource,
  scroller: RefObject<HTMLElement | null>,
  follower: Follower | null,
): WindowedList {
  const [{ window, row, watch }] = useState(() => startWindow(source));
  const shown = useLive(window, (now) => now);

  useLayoutEffect(() => (scroller.current ? watch(scroller.current) : undefined), [watch, scroller]);
  useEffect(() => {
    const follow = () => window.follow(source.read().messages);
    follow();
    return source.listen(follow);
  }, [source, window]);

  useLayoutEffect(() => {
    if (shown.opened > 1) follower?.toBottom();
  }, [shown.opened, follower]);

  useLayoutEffect(() => {
    if (shown.anchor && scroller.current) returnTo(scroller.current, shown.anchor);
  }, [shown.anchor, scroller]);

  return { window, shown, row };
}

/** Scrolls a message back to where it was. */
function returnTo(scroller: HTMLElement, { id, below }: { id: string; below: number }) {
  const row = scroller.querySelector(`[data-message="${id}"]`);
  if (!row) return;
  // The list has padding above its first row.
  const content = scroller.firstElementChild;
  const edge = content ? Number.parseFloat(getComputedStyle(content).paddingBlockStart) : 0;
  const now = row.getBoundingClientRect().top - scroller.getBoundingClientRect().top;
  scroller.scrollTop += now - below - edge;
}

function startWindow(source: ListSource) {
  let size: ReturnType<typeof browser.size> | undefined;
  // Read once, and again when it changes: reading it may force layout.
  const sized = () => {
    size ??= browser.size();
    return size;
  };
  const window = openListWindow({ ...browser, size: sized });
  window.follow(source.read().messages);
  let scroller: HTMLElement | undefined;
  let heights: ResizeObserver | undefined;
  const mounted = new Set<HTMLElement>();

  function measured(entries: ResizeObserverEntry[]) {
    const sizes = entries.flatMap(({ target, borderBoxSize }) => {
      const [box] = borderBoxSize;
      return box && target.isConnected ? { id: rowOf(target), height: box.blockSize } : [];
    });
    const above = window.measured(sizes);
    // For browsers without scroll anchoring.
    if (above !== 0 && scroller && !CSS.supports('overflow-anchor', 'auto')) scroller.scrollTop += above;
  }

  function row(element: HTMLElement | null) {
    if (element === null) return;
    mounted.add(element);
    heights?.observe(element);
    return () => {
      mounted.delete(element);
      heights?.unobserve(element);
    };
  }

  function watch(element: HTMLElement) {
    scroller = element;
    heights = new ResizeObserver(measured);
    for (const row of mounted) heights.observe(row);
    const scrolled = () => window.scrolled({ top: element.scrollTop, height: sized().height });
    const held = () => window.hold(heldRows(element));
    // While moving between elements, nothing has the focus: the row it is moving to must stay.
    const left = ({ relatedTarget }: FocusEvent) => {
      if (!(relatedTarget instanceof Node && element.contains(relatedTarget))) held();
    };
    const resized = () => {
      const before = sized();
      size = browser.size();
      if (size.width !== before.width) keep(window.resized());
    };
    // In the same frame, once React has rendered the new heights.
    const keep = (place: ReturnType<ListWindow['resized']>) =>
      place && nextFrame(() => returnTo(element, place));
    element.addEventListener('scroll', scrolled, { passive: true });
    element.addEventListener('focusin', held);
    element.addEventListener('focusout', left);
    document.addEventListener('selectionchange', held);
    addEventListener('resize', resized);
    return () => {
      heights?.disconnect();
      window.stop();
      element.removeEventListener('scroll', scrolled);
      element.removeEventListener('focusin', held);
      element.removeEventListener('focusout', left);
      document.removeEventListener('selectionchange', held);
      removeEventListener('resize', resized);
    };
  }

  return { window, row, watch };
}
