import { type RefObject, useLayoutEffect, useState } from 'react';
import { nextFrame } from '../../lib/schedule/frame.ts';
import { windowOf } from './window.ts';

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
