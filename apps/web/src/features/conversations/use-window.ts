import { type RefObject, useLayoutEffect, useState } from 'react';
import { nextFrame } from '../../lib/schedule/frame.ts';

/** Which rows of a list with equal rows are near the screen as the page scrolls. */
export function useWindow(list: RefObject<HTMLElement | null>, count: number): readonly [number, number] {
  const [seen, setSeen] = useState(() => windowOf({ top: 0, screen: 0, row: 0, count }));

  useLayoutEffect(() => {
    function measure() {
      const { top = 0, height = 0 } = list.current?.getBoundingClientRect() ?? {};
      const next = windowOf({ top, screen: innerHeight, row: height / count, count });
      setSeen((before) => (before[0] === next[0] && before[1] === next[1] ? before : next));
    }
    let cancel = () => {};
    const schedule = () => {
      cancel();
      cancel = nextFrame(measure);
    };
    measure();
    addEventListener('scroll', schedule, { passive: true });
    addEventListener('resize', schedule);
    return () => {
      cancel();
      removeEventListener('scroll', schedule);
      removeEventListener('resize', schedule);
    };
  }, [list, count]);
  return seen;
}

/** A list of rows of one height, and the part of the screen it may be seen in; lengths in px. */
export interface Viewport {
  /** Where the list begins, measured from the top of the screen. */
  top: number;
  screen: number;
  row: number;
  count: number;
}

/** How many rows beyond the screen are drawn as well. */
const beyond = 12;

/** Rows are drawn in steps of this many, so that not every pixel of scrolling renders again. */
const step = 8;

/** The first row to draw, and the one after the last. */
export function windowOf({ top, screen, row, count }: Viewport): readonly [from: number, to: number] {
  if (!(row > 0)) return [0, Math.min(count, 40)];
  const first = Math.floor(-top / row) - beyond;
  const last = Math.ceil((screen - top) / row) + beyond;
  const from = Math.min(Math.floor(first / step) * step, count - 1);
  return [Math.max(0, from), Math.max(0, Math.min(count, Math.ceil(last / step) * step))];
}
