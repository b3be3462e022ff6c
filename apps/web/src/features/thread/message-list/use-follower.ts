import { type RefObject, useEffect, useLayoutEffect, useState } from 'react';
import { browserClock } from '../clock.ts';
import { emptyListDelay, type Follower, follow } from './follow.ts';

/** Follows the list while it is on the page. Null until it is. */
export function useFollower(
  scroller: RefObject<HTMLElement | null>,
  content: RefObject<HTMLElement | null>,
  isEmpty: boolean,
): Follower | null {
  const [follower, setFollower] = useState<Follower | null>(null);

  useLayoutEffect(() => {
    if (!scroller.current || !content.current) return;
    const following = follow(scroller.current, browserClock);
    // After layout and before paint: reading sizes costs nothing there, and no frame shows the old place.
    const sizes = new ResizeObserver(following.resized);
    sizes.observe(scroller.current);
    sizes.observe(content.current);
    setFollower(following);
    return () => {
      sizes.disconnect();
      following.leave();
    };
  }, [scroller, content]);

  useEffect(() => {
    if (isEmpty && follower) return browserClock.after(emptyListDelay, follower.toBottom);
  }, [isEmpty, follower]);

  return follower;
}
