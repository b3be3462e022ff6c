import { type Gesture, gesturePause } from './gesture.ts';

/** What unfolds in the list; a menu opens over it. */
const unfolding = 'summary, [aria-expanded]:not([aria-haspopup])';

/** Keys that scroll up, space with shift. */
const upward = ['ArrowUp', 'PageUp', 'Home', ' '];

type Listeners = { [Name in keyof HTMLElementEventMap]?: (event: HTMLElementEventMap[Name]) => void };

/** Tells what a reader's hands do with a list; `others` are further listeners. Returns a function that stops it. */
export function watchGestures(
  list: Pick<HTMLElement, 'addEventListener' | 'removeEventListener'>,
  tell: (gesture: Gesture) => void,
  { keydown, ...others }: Listeners,
): () => void {
  const released = () => tell({ type: 'released' });

  function lifted(event: Event) {
    const { type, currentTarget, changedTouches, targetTouches } = event as TouchEvent;
    tell({ type: 'lifted', fingers: idsOf(changedTouches), holds: type === 'touchend' && gesturePause });
    if (targetTouches.length > 0) return;
    currentTarget?.removeEventListener('touchend', lifted);
    currentTarget?.removeEventListener('touchcancel', lifted);
  }

  const listeners: Listeners = {
    ...others,
    wheel: ({ deltaY }) => tell({ type: 'moved', holds: deltaY < 0 && gesturePause }),
    keydown(event) {
      tell({ type: 'moved', holds: upward.includes(event.key) && gesturePause });
      if (event.target === event.currentTarget) keydown?.(event);
    },
    // Only a press on the scrollbar targets the list itself.
    pointerdown: ({ target, currentTarget }) =>
      tell({ type: 'pressed', holds: target === currentTarget && gesturePause }),
    pointerup: released,
    pointercancel: released,
    click({ target }) {
      if (target instanceof Element && target.closest(unfolding)) tell({ type: 'unfolded' });
    },
    dblclick: () => tell({ type: 'unfolded' }),
    touchstart({ target, targetTouches }) {
      tell({ type: 'touched', fingers: idsOf(targetTouches) });
      // On the target, since an element removed while it is touched gets the events of that touch alone.
      target?.addEventListener('touchend', lifted);
      target?.addEventListener('touchcancel', lifted);
    },
  };
  const each = Object.entries(listeners) as [string, EventListener][];
  for (const [name, listener] of each) list.addEventListener(name, listener, { passive: name !== 'keydown' });
  return () => {
    for (const [name, listener] of each) list.removeEventListener(name, listener);
  };
}

const idsOf = (touches: TouchList) => Array.from(touches, ({ identifier }) => identifier);
