import { type RefObject, useEffect } from 'react';
import type { Edits } from '../view/edit/edits.ts';
import type { ListSource } from '../view/list-state.ts';
import type { ListWindow } from './window/list-window.ts';

/** Scrolls to the question that is about to be edited: far from the screen, its box is not there to take the focus. */
export function useNewEdit(
  source: ListSource,
  edits: Edits,
  window: ListWindow,
  scroller: RefObject<HTMLElement | null>,
): void {
  useEffect(() => {
    function go() {
      const begun = Object.entries(edits.read()).find(([, { isNew }]) => isNew);
      if (!begun || !scroller.current) return;
      const index = source.read().messages.findIndex(({ id }) => id === begun[0]);
      const isMounted = window.read().parts.some((part) => part.type === 'row' && part.index === index);
      if (index >= 0 && !isMounted) scroller.current.scrollTop = window.jumpTo(index);
    }
    return edits.listen(go);
  }, [source, edits, window, scroller]);
}
