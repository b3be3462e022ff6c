import { type RefObject, useEffect, useEffectEvent } from 'react';

/** Screens from the first message at which older ones should be on their way. */
const near = 2;

/** Calls back each time the list is scrolled near its first message. */
export function useNearTop(scroller: RefObject<HTMLElement | null>, onNear: (() => void) | undefined): void {
  const notify = useEffectEvent(() => onNear?.());
  const isWanted = onNear !== undefined;
  useEffect(() => {
    const list = scroller.current;
    if (!list || !isWanted) return;
    const scrolled = () => {
      if (list.scrollTop < near * innerHeight) notify();
    };
    list.addEventListener('scroll', scrolled, { passive: true });
    return () => list.removeEventListener('scroll', scrolled);
  }, [scroller, isWanted]);
}
