import { type Live, live } from '../../../lib/live.ts';
import type { Clock } from '../clock.ts';

/** Pixels from the bottom under which the list counts as being at its bottom. */
const bottomTolerance = 10;
/** Pixels scrolled beyond which 'Scroll to top' is offered. */
const topThreshold = 100;
/** Milliseconds after an empty list appears until it is scrolled to the bottom. */
export const emptyListDelay = 100;
/** Milliseconds that a gesture of the reader has the list to itself. */
const gesturePause = 200;
/** A smooth scroll may take this long. */
const smoothPause = 1_000;

/** Where the reader is. */
interface Place {
  isAtBottom: boolean;
  isPastTop: boolean;
}

type Sizes = { scrollTop: number; scrollHeight: number; clientHeight: number };

/** The list was scrolled, by whomever. */
type Fact = Sizes & { hasLeftBottom: boolean };

type Scroller = Sizes & Pick<HTMLElement, 'addEventListener' | 'removeEventListener' | 'scrollTo'>;

/** Keeps a list at its bottom while its reader is there. */
export interface Follower extends Pick<Live<Place>, 'read' | 'listen'> {
  /** To be called after layout, whenever the list or its content has another size. */
  resized(): void;
  toBottom(): void;
  toTop(behavior: 'smooth' | 'instant'): void;
  /** Stops listening. */
  leave(): void;
}

export function follow(scroller: Scroller, clock: Clock): Follower {
  const place = live<Place, Fact>({ isAtBottom: true, isPastTop: false }, placed);
  let lastTop = 0;
  let heldUntil = 0;
  let openedAt = Number.NEGATIVE_INFINITY;
  let fingers = 0;

  const hold = (milliseconds: number) => {
    heldUntil = Math.max(heldUntil, clock.now() + milliseconds);
  };
  // The list belongs to the reader while they move it: a slow scroll begins within the tolerance.
  const isHeld = () => fingers > 0 || clock.now() < heldUntil;

  const listeners: { [Name in keyof HTMLElementEventMap]?: (event: HTMLElementEventMap[Name]) => void } = {
    scroll: scrolled,
    wheel: (event) => {
      if (event.deltaY < 0) hold(gesturePause);
    },
    keydown: (event) => {
      if (['ArrowUp', 'PageUp', 'Home', ' '].includes(event.key)) hold(gesturePause);
    },
    // Only the scrollbar is the scroller itself.
    pointerdown: (event) => {
      if (event.target === event.currentTarget) hold(gesturePause);
    },
    click: ({ target }) => {
      if (target instanceof Element && target.closest('summary, [aria-expanded]')) openedAt = clock.now();
    },
    dblclick: () => {
      openedAt = clock.now();
    },
    touchstart: (event) => {
      fingers = event.touches.length;
    },
    touchend: (event) => {
      fingers = event.touches.length;
      hold(gesturePause);
    },
    touchcancel: (event) => {
      fingers = event.touches.length;
    },
  };
  const each = Object.entries(listeners) as [string, EventListener][];
  for (const [name, heard] of each) scroller.addEventListener(name, heard, { passive: true });

  function scrolled() {
    // A scroll is heard a frame late, when the list may have grown: only who went up has left the bottom.
    settle(scroller.scrollTop < lastTop);
    lastTop = scroller.scrollTop;
  }

  function settle(hasLeftBottom: boolean) {
    const { scrollTop, scrollHeight, clientHeight } = scroller;
    place.tell({ scrollTop, scrollHeight, clientHeight, hasLeftBottom });
  }

  function toBottom() {
    scroller.scrollTop = scroller.scrollHeight;
    lastTop = scroller.scrollTop;
  }

  return {
    read: place.read,
    listen: place.listen,
    resized() {
      // Whoever opens or folds something wants to read there, not at the end of it.
      if (clock.now() - openedAt < gesturePause) settle(true);
      else if (!place.read().isAtBottom) settle(false);
      else if (!isHeld()) toBottom();
    },
    toBottom() {
      heldUntil = 0;
      toBottom();
      scrolled();
    },
    toTop(behavior) {
      hold(smoothPause);
      scroller.scrollTo({ top: 0, behavior });
    },
    leave() {
      for (const [name, heard] of each) scroller.removeEventListener(name, heard);
    },
  };
}

function placed(before: Place, { scrollTop, scrollHeight, clientHeight, hasLeftBottom }: Fact): Place {
  const isNear = scrollHeight - clientHeight - scrollTop < bottomTolerance;
  const isAtBottom = isNear || (before.isAtBottom && !hasLeftBottom);
  const isPastTop = scrollTop > topThreshold;
  return before.isAtBottom === isAtBottom && before.isPastTop === isPastTop
    ? before
    : { isAtBottom, isPastTop };
}
