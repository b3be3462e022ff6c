import type { Clock } from '../../../lib/schedule/clock.ts';
import { type Live, live } from '../../../lib/state/live.ts';
import {
  type Gesture,
  type Gestures,
  gestured,
  hasUnfolded,
  isHeld,
  isMoved,
  noGestures,
} from './gesture.ts';
import { watchGestures } from './watch-gestures.ts';

/** Pixels from the bottom under which the list counts as being at its bottom. */
const bottomTolerance = 10;
/** Pixels scrolled beyond which 'Scroll to top' is offered. */
const topThreshold = 100;
/** Milliseconds after an empty list appears until it is scrolled to the bottom. */
export const emptyListDelay = 100;
/** Milliseconds that a smooth scroll may take. */
const smoothPause = 1_000;
/** Milliseconds after a resize in which a list counts as growing. */
const growthPause = 200;
/** Pixels by which a list of the same height as before may have shrunk for a moment: a line or two. */
const smallDip = 60;
/** Screens scrolled smoothly; a longer way starts with a jump, since it could not be read in passing. */
const glide = 6;

/** Where the reader is. */
interface Place {
  isAtBottom: boolean;
  isPastTop: boolean;
}

type Sizes = { scrollTop: number; scrollHeight: number; clientHeight: number };

/** The list was scrolled, by the reader or by us. */
type StoreEvent = Sizes & { hasLeftBottom: boolean };

type Scroller = Sizes &
  Pick<HTMLElement, 'addEventListener' | 'removeEventListener' | 'scrollTo' | 'getBoundingClientRect'>;

/** Keeps a list at its bottom while its reader is there. */
export interface Follower extends Pick<Live<Place>, 'read' | 'listen'> {
  /** To be called after layout, whenever the size of the list or its content has changed. */
  resized(): void;
  toBottom(): void;
  toTop(behavior: 'smooth' | 'instant'): void;
  /** Stops listening. */
  stop(): void;
}

/**
 * `edited`: the element in the list that is being edited, if any · `below`: how many pixels the scroll buttons take from
 * the list while they are shown.
 */
export function follow(
  scroller: Scroller,
  clock: Clock,
  edited: () => Element | null = () => null,
  below: () => number = () => 0,
): Follower {
  const place = live<Place, StoreEvent>({ isAtBottom: true, isPastTop: false }, placed);
  let gestures: Gestures = noGestures;
  let lastTop = 0;
  let lastHeight = 0;
  let resizedAt = Number.NEGATIVE_INFINITY;
  /** We have moved the list, which is not reported yet. */
  let isReportDue = false;

  const tell = (gesture: Gesture) => {
    gestures = gestured(gestures, gesture, clock.now());
  };
  const stop = watchGestures(scroller, tell, {
    scroll: scrolled,
    // Content that appeared on the way may have moved the goal. Far from it, only the jump before the glide has ended.
    scrollend() {
      if (!gestures.isGliding || scroller.scrollTop > scroller.clientHeight) return;
      tell({ type: 'glided' });
      if (scroller.scrollTop > 0) scroller.scrollTo({ top: 0, behavior: 'instant' });
    },
    keydown: scrollByKey,
  });

  function scrolled() {
    // A scroll is reported a frame late, when the list may have grown: only an upward scroll leaves the bottom.
    const isUp = scroller.scrollTop < lastTop;
    const isDip = isUp && hasDipped();
    isReportDue = false;
    settle(isUp && !isDip);
    // If the list is as high again as it was, no resize is reported.
    if (isDip && place.read().isAtBottom) stay();
    notePosition();
  }

  /** The list shrank for a moment and moved up, by less than a screen, then grew again before its scroll event. */
  function hasDipped() {
    const { scrollTop, scrollHeight, clientHeight } = scroller;
    const isAsHigh = scrollHeight === lastHeight;
    // On a slow page the report comes late.
    const isGrowing = isReportDue || clock.now() - resizedAt < growthPause;
    if (isMoved(gestures, clock.now()) || (isAsHigh && !isGrowing)) return false;
    return lastTop - scrollTop < (isAsHigh ? smallDip : clientHeight);
  }

  function notePosition() {
    lastTop = scroller.scrollTop;
    lastHeight = scroller.scrollHeight;
  }

  function settle(hasLeftBottom: boolean) {
    const { scrollTop, scrollHeight } = scroller;
    const { isAtBottom, isPastTop } = place.read();
    // The way down counts as if its button were gone: else the button itself would keep the list from its bottom.
    const clientHeight = scroller.clientHeight + (isAtBottom || isPastTop ? 0 : below());
    place.dispatch({ scrollTop, scrollHeight, clientHeight, hasLeftBottom });
  }

  /** The browser would go to where the ends are now, but they move while it is on its way. */
  function scrollByKey(event: KeyboardEvent) {
    if (event.altKey || event.shiftKey || (event.key !== 'Home' && event.key !== 'End')) return;
    event.preventDefault();
    if (event.key === 'Home') toTop('instant');
    else arrive();
  }

  function toTop(behavior: 'smooth' | 'instant') {
    const far = glide * scroller.clientHeight;
    if (scroller.scrollTop > far) scroller.scrollTop = far;
    // At the top there is nothing to scroll, so no scrollend would come.
    tell({ type: scroller.scrollTop > 0 ? 'gliding' : 'glided', holds: smoothPause });
    scroller.scrollTo({ top: 0, behavior });
  }

  function arrive() {
    tell({ type: 'to-end' });
    toBottom();
    scrolled();
  }

  /** Keeps the element being edited on screen while something grows in it or below it. */
  function stay() {
    const box = edited();
    const isSeen = box !== null && overlaps(box.getBoundingClientRect(), scroller.getBoundingClientRect());
    toBottom();
    if (!isSeen) return;
    box.scrollIntoView({ block: 'nearest', behavior: 'instant' });
    settle(scroller.scrollTop < lastTop);
    notePosition();
  }

  function toBottom() {
    const before = scroller.scrollTop;
    scroller.scrollTop = scroller.scrollHeight;
    if (scroller.scrollTop !== before) isReportDue = true;
    notePosition();
  }

  return {
    read: place.read,
    listen: place.listen,
    resized() {
      resizedAt = clock.now();
      if (hasUnfolded(gestures, resizedAt)) settle(true);
      else if (!place.read().isAtBottom) settle(false);
      else if (!isHeld(gestures, resizedAt)) stay();
    },
    toBottom: arrive,
    toTop,
    stop,
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
