import { type RefObject, useEffect, useLayoutEffect, useState } from 'react';
import { browserClock } from '../../../lib/schedule/clock.ts';
import { emptyListDelay, type Follower, follow } from './follow.ts';

/** Follows the list while it is on the page. Null until it is there. */
export function useFollower(
  scroller: RefObject<HTMLElement | null>,
  content: RefObject<HTMLElement | null>,
  isEmpty: boolean,
): Follower | null {
  const [follower, setFollower] = useState<Follower | null>(null);

  useLayoutEffect(() => {
    if (!scroller.current || !content.current) return;
    const list = scroller.current;
    const following = follow(
      list,
      browserClock,
      () => editedIn(list),
      () => roomOf(list.nextElementSibling),
    );
    // After layout and before paint: reading sizes costs nothing there, and no frame shows the old place.
    const sizes = new ResizeObserver(following.resized);
    sizes.observe(scroller.current);
    sizes.observe(content.current);
    setFollower(following);
    return () => {
      sizes.disconnect();
      following.stop();
    };
  }, [scroller, content]);

  useEffect(() => {
    if (isEmpty && follower) return browserClock.after(emptyListDelay, follower.toBottom);
  }, [isEmpty, follower]);

  return follower;
}

/** How much lower a list is for what stands below it, rather than floats over it (pixels). */
function roomOf(below: Element | null): number {
  const isFloating = below && getComputedStyle(below).position === 'absolute';
  return below instanceof HTMLElement && !isFloating ? below.offsetHeight : 0;
}

/** The form around the text box with the focus, when it is in the list. */
function editedIn(list: Element | null): Element | null {
  const { activeElement } = document;
  const isBox = activeElement instanceof HTMLTextAreaElement && list?.contains(activeElement);
  return isBox ? activeElement.closest('form') : null;
}
