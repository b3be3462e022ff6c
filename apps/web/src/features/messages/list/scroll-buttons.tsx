import { type RefObject, useEffect, useState } from 'react';
import { useLive } from '../../../lib/state/use-live.ts';
import { ArrowDownIcon, ArrowUpIcon, Button, useShortcuts } from '../../../ui/index.ts';
import type { ListSource } from '../view/list-state.ts';
import type { Follower } from './follow.ts';
import styles from './scroll-buttons.module.css';

interface ScrollButtonsProps {
  source: ListSource;
  follower: Follower;
  scroller: RefObject<HTMLElement | null>;
  /** Several people write in the list: the button says when there are new messages. */
  isShared: boolean;
}

export function ScrollButtons({ source, follower, scroller, isShared }: ScrollButtonsProps) {
  const { isAtBottom, isPastTop } = useLive(follower, (place) => place);
  const hasNews = useNews(source, isAtBottom, scroller) && isShared;

  // The pressed button disappears on arrival; the focus must not be lost with it.
  const keepFocus = () => scroller.current?.focus({ preventScroll: true });

  function toTop() {
    const prefersReducedMotion = matchMedia('(prefers-reduced-motion: reduce)').matches;
    follower.toTop(prefersReducedMotion ? 'instant' : 'smooth');
    keepFocus();
  }

  function toBottom() {
    follower.toBottom();
    keepFocus();
  }

  useShortcuts([
    {
      id: 'latest',
      keys: 'l',
      label: 'Jump to latest',
      act() {
        toBottom();
        return true;
      },
    },
  ]);

  return (
    <div className={styles.buttons}>
      <Button small className={isPastTop ? styles.shown : undefined} onClick={toTop}>
        <ArrowUpIcon size={16} />
        Scroll to top
      </Button>
      <Button
        small
        {...(hasNews && { tone: 'accent' })}
        className={isAtBottom ? undefined : styles.shown}
        onClick={toBottom}
      >
        <ArrowDownIcon size={16} />
        {hasNews ? 'New messages' : 'Jump to latest'}
      </Button>
    </div>
  );
}

/** Whether messages have come since the reader left the bottom, of which the last has not been on the screen. */
function useNews(source: ListSource, isAtBottom: boolean, scroller: RefObject<HTMLElement | null>): boolean {
  const last = useLive(source, ({ messages }) => messages.at(-1)?.id);
  const [seen, setSeen] = useState(last);
  if (isAtBottom && seen !== last) setSeen(last);
  const hasNews = !isAtBottom && seen !== last;
  useEffect(() => {
    const list = scroller.current;
    if (!hasNews || !list) return;
    const visible = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setSeen(last),
      // Its first line, not its edge.
      { root: list, rootMargin: '0px 0px -24px' },
    );
    // Far from it, it is not on the page.
    const find = () => {
      const message = list.querySelector(`[data-message="${last}"]`);
      if (message) visible.observe(message);
    };
    find();
    list.addEventListener('scroll', find, { passive: true });
    return () => {
      list.removeEventListener('scroll', find);
      visible.disconnect();
    };
  }, [hasNews, last, scroller]);
  return hasNews;
}
