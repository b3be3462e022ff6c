import type { RefObject } from 'react';
import { useLive } from '../../../lib/state/use-live.ts';
import { ArrowDownIcon, ArrowUpIcon, IconButton, useShortcuts } from '../../../ui/index.ts';
import type { Follower } from './follow.ts';
import styles from './scroll-buttons.module.css';

interface ScrollButtonsProps {
  follower: Follower;
  scroller: RefObject<HTMLElement | null>;
}

export function ScrollButtons({ follower, scroller }: ScrollButtonsProps) {
  const { isAtBottom, isPastTop } = useLive(follower, (place) => place);

  // The pressed button disappears on arrival; the focus must not be lost with it.
  const keepFocus = () => scroller.current?.focus({ preventScroll: true });

  function toTop() {
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
    follower.toTop(isStill ? 'instant' : 'smooth');
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
      words: 'Jump to latest',
      act() {
        toBottom();
        return true;
      },
    },
  ]);

  return (
    <div className={styles.buttons}>
      <IconButton label="Scroll to top" tone="plain" data-shown={isPastTop} onClick={toTop}>
        <ArrowUpIcon />
      </IconButton>
      <IconButton label="Jump to latest" tone="plain" data-shown={!isAtBottom} onClick={toBottom}>
        <ArrowDownIcon />
      </IconButton>
    </div>
  );
}
