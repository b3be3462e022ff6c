import { type RefObject, useEffect } from 'react';
import type { Thread } from '../../thread.ts';
import type { ListWindow } from './list-window.ts';

/** Goes to the question that is about to be edited: far from the screen its box is not there to take the focus. */
export function useNewEdit(
  thread: Thread,
  window: ListWindow,
  scroller: RefObject<HTMLElement | null>,
): void {
  useEffect(() => {
    function go() {
      const begun = Object.entries(thread.edits.read()).find(([, { isNew }]) => isNew);
      if (!begun || !scroller.current) return;
      const index = thread.read().messages.findIndex(({ id }) => id === begun[0]);
      const isThere = window.read().parts.some((part) => part.type === 'row' && part.index === index);
      if (index >= 0 && !isThere) scroller.current.scrollTop = window.bring(index);
    }
    return thread.edits.listen(go);
  }, [thread, window, scroller]);
}
