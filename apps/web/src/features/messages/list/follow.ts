import type { Clock } from '../../../lib/schedule/clock.ts';
import { type Live, live } from '../../../lib/state/live.ts';

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
/** What a gesture does is heard no later than so many milliseconds after it, on a busy page too. */
const echo = 1_000;
/** Milliseconds after it was resized in which a list counts as growing. */
const growthPause = 200;
/** Pixels by which a list of the same height as before may have been lower for a moment: a line or two. */
const smallDip = 60;
/** Screens that are glided over; what is farther is jumped to first, since nobody could read it on the way. */
const glide = 6;

/** What unfolds in the list; a menu opens over it. */
const unfolding = 'summary, [aria-expanded]:not([aria-haspopup])';

/** Where the reader is. */
interface Place {
  isAtBottom: boolean;
  isPastTop: boolean;
}

type Sizes = { scrollTop: number; scrollHeight: number; clientHeight: number };

/** The list was scrolled, by whomever. */
type StoreEvent = Sizes & { hasLeftBottom: boolean };

type Scroller = Sizes &
  Pick<HTMLElement, 'addEventListener' | 'removeEventListener' | 'scrollTo' | 'getBoundingClientRect'>;

/** Keeps a list at its bottom while its reader is there. */
export interface Follower extends Pick<Live<Place>, 'read' | 'listen'> {
  /** To be called after layout, whenever the list or its content has another size. */
  resized(): void;
  toBottom(): void;
  toTop(behavior: 'smooth' | 'instant'): void;
  /** Stops listening. */
  leave(): void;
}

/** `written`: what in the list is being written in, if anything is. */
export function follow(
  scroller: Scroller,
  clock: Clock,
  written: () => Element | null = () => null,
): Follower {
  const place = live<Place, StoreEvent>({ isAtBottom: true, isPastTop: false }, placed);
  let lastTop = 0;
  let lastHeight = 0;
  let resizedAt = Number.NEGATIVE_INFINITY;
  let heldUntil = 0;
  let movedAt = Number.NEGATIVE_INFINITY;
  let openedAt = Number.NEGATIVE_INFINITY;
  /** Touches that began in the list, by their identifiers. */
  const fingers = new Set<number>();
  let isPressed = false;
  /** On the way to the top, and nobody has said otherwise. */
  let isGliding = false;

  const hold = (milliseconds: number) => {
    heldUntil = Math.max(heldUntil, clock.now() + milliseconds);
  };
  // The list belongs to the reader while they move it: a slow scroll begins within the tolerance.
  const isHeld = () => fingers.size > 0 || clock.now() < heldUntil;
  const isMoved = () => isHeld() || isPressed || clock.now() - movedAt < echo;
  const moved = () => {
    movedAt = clock.now();
  };

  const listeners: { [Name in keyof HTMLElementEventMap]?: (event: HTMLElementEventMap[Name]) => void } = {
    scroll: scrolled,
    wheel: (event) => {
      isGliding = false;
      moved();
      if (event.deltaY < 0) hold(gesturePause);
    },
    keydown: (event) => {
      moved();
      if (['ArrowUp', 'PageUp', 'Home', ' '].includes(event.key)) hold(gesturePause);
      isGliding = false;
      if (event.target === event.currentTarget) goneByKey(event);
    },
    // What came on the way may have moved the goal. Far from it, only the jump before the glide has ended.
    scrollend: () => {
      if (!isGliding || scroller.scrollTop > scroller.clientHeight) return;
      isGliding = false;
      if (scroller.scrollTop > 0) scroller.scrollTo({ top: 0, behavior: 'instant' });
    },
    // Only the scrollbar is the scroller itself.
    pointerdown: (event) => {
      isGliding = false;
      isPressed = true;
      if (event.target === event.currentTarget) hold(gesturePause);
    },
    pointerup: released,
    pointercancel: released,
    click: ({ target }) => {
      if (target instanceof Element && target.closest(unfolding)) openedAt = clock.now();
    },
    dblclick: () => {
      openedAt = clock.now();
    },
    touchstart: ({ target, targetTouches }) => {
      isGliding = false;
      moved();
      for (const { identifier } of Array.from(targetTouches)) fingers.add(identifier);
      // There, since what leaves the page while it is touched tells nobody but itself.
      target?.addEventListener('touchend', lifted);
      target?.addEventListener('touchcancel', lifted);
    },
  };
  const each = Object.entries(listeners) as [string, EventListener][];
  for (const [name, heard] of each) {
    scroller.addEventListener(name, heard, { passive: name !== 'keydown' });
  }

  function released() {
    isPressed = false;
    moved();
  }

  function lifted(event: Event) {
    const { type, currentTarget, changedTouches, targetTouches } = event as TouchEvent;
    moved();
    for (const { identifier } of Array.from(changedTouches)) fingers.delete(identifier);
    if (type === 'touchend') hold(gesturePause);
    if (targetTouches.length > 0) return;
    currentTarget?.removeEventListener('touchend', lifted);
    currentTarget?.removeEventListener('touchcancel', lifted);
  }

  function scrolled() {
    // A scroll is heard a frame late, when the list may have grown: only who went up has left the bottom.
    const isUp = scroller.scrollTop < lastTop;
    const isDip = isUp && hasDipped();
    settle(isUp && !isDip);
    // Of a list that is as high again as it was, no resize is reported.
    if (isDip && place.read().isAtBottom) stay();
    noteWhere();
  }

  /** Lower than it was for a moment, the list had to move up, by less than a screen. It grew again before its scroll was heard. */
  function hasDipped() {
    const { scrollTop, scrollHeight, clientHeight } = scroller;
    const isAsHigh = scrollHeight === lastHeight;
    if (isMoved() || (isAsHigh && clock.now() - resizedAt >= growthPause)) return false;
    return lastTop - scrollTop < (isAsHigh ? smallDip : clientHeight);
  }

  function noteWhere() {
    lastTop = scroller.scrollTop;
    lastHeight = scroller.scrollHeight;
  }

  function settle(hasLeftBottom: boolean) {
    const { scrollTop, scrollHeight, clientHeight } = scroller;
    place.dispatch({ scrollTop, scrollHeight, clientHeight, hasLeftBottom });
  }

  /** The browser would go to where the ends are now, which is not where they are once it is there. */
  function goneByKey(event: KeyboardEvent) {
    if (event.altKey || event.shiftKey || (event.key !== 'Home' && event.key !== 'End')) return;
    event.preventDefault();
    if (event.key === 'Home') toTop('instant');
    else arrive();
  }

  function toTop(behavior: 'smooth' | 'instant') {
    hold(smoothPause);
    const far = glide * scroller.clientHeight;
    if (scroller.scrollTop > far) scroller.scrollTop = far;
    // From the top to the top nothing scrolls, and nothing ends.
    isGliding = scroller.scrollTop > 0;
    scroller.scrollTo({ top: 0, behavior });
  }

  function arrive() {
    heldUntil = 0;
    isGliding = false;
    toBottom();
    scrolled();
  }

  /** What is being written in is not carried off the screen by what grows in it or under it. */
  function stay() {
    const box = written();
    const isSeen = box !== null && overlaps(box.getBoundingClientRect(), scroller.getBoundingClientRect());
    toBottom();
    if (!isSeen) return;
    box.scrollIntoView({ block: 'nearest', behavior: 'instant' });
    settle(scroller.scrollTop < lastTop);
    noteWhere();
  }

  function toBottom() {
    scroller.scrollTop = scroller.scrollHeight;
    noteWhere();
  }

  return {
    read: place.read,
    listen: place.listen,
    resized() {
      resizedAt = clock.now();
      // Anyone who opens or folds something wants to read there, not at the end of it.
      if (clock.now() - openedAt < gesturePause) settle(true);
      else if (!place.read().isAtBottom) settle(false);
      else if (!isHeld()) stay();
    },
    toBottom: arrive,
    toTop,
    leave() {
      for (const [name, heard] of each) scroller.removeEventListener(name, heard);
    },
  };
}

const overlaps = (one: DOMRect, other: DOMRect) => one.top < other.bottom && other.top < one.bottom;

function placed(before: Place, { scrollTop, scrollHeight, clientHeight, hasLeftBottom }: StoreEvent): Place {
  const isNear = scrollHeight - clientHeight - scrollTop < bottomTolerance;
  const isAtBottom = isNear || (before.isAtBottom && !hasLeftBottom);
  const isPastTop = scrollTop > topThreshold;
  return before.isAtBottom === isAtBottom && before.isPastTop === isPastTop
    ? before
    : { isAtBottom, isPastTop };
}
