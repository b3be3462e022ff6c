import { type RefObject, useEffect } from 'react';
import type { ListSource } from '../view/list-state.ts';
import { lastMessage } from '../view/message.ts';
import type { Finder } from './finder.ts';
import { marks } from './marks.ts';
import type { Match } from './matches.ts';
import { keepInView, rangeOfMatch, reveal, type ScrolledList } from './reveal.ts';

/** Milliseconds from a change of the page to new highlights, and from a change of the conversation to new matches. */
const paintDelay = 60;
const countDelay = 400;

/** Highlights the matches as the page changes, and scrolls to the current one. */
export function useHighlights(
  finder: Finder,
  source: ListSource,
  window: { jumpTo(index: number): number },
  scroller: RefObject<HTMLElement | null>,
): void {
  useEffect(() => {
    const list = scroller.current;
    if (!list) return;
    const page: ScrolledList = {
      scroller: list,
      row: (id) => list.querySelector<HTMLElement>(`[data-message="${id}"]`),
      jumpTo(id) {
        const index = source.read().messages.findIndex((message) => message.id === id);
        if (index >= 0) list.scrollTop = window.jumpTo(index);
      },
    };
    let steps = 0;
    let painting: ReturnType<typeof setTimeout> | undefined;
    let counting: ReturnType<typeof setTimeout> | undefined;
    let sought: readonly string[] = [];
    let isOver = false;

    function paint() {
      clearTimeout(painting);
      painting = undefined;
      const { current: here } = finder.read();
      marks.all(page.scroller, sought);
      marks.current(here && rangeOfMatch(here, sought, page));
    }
    const paintSoon = () => {
      painting ??= setTimeout(paint, paintDelay);
    };
    // Highlights do not change the document, so they do not trigger this.
    const changes = new MutationObserver((records) => {
      paintSoon();
      if (records.some(({ target }) => target instanceof Element && target.tagName === 'DETAILS'))
        countSoon();
    });
    const countSoon = () => {
      counting ??= setTimeout(() => {
        counting = undefined;
        finder.refresh();
      }, countDelay);
    };

    async function go(match: Match) {
      const isWanted = () => !isOver && match === finder.read().current;
      const range = await reveal(match, sought, page, isWanted);
      if (!isWanted()) return;
      paint();
      if (range === null) paintSoon();
      else await keepInView(match, sought, page, isWanted);
    }

    function follow() {
      const now = finder.read();
      if (now.sought !== sought) {
        sought = now.sought;
        paintSoon();
      }
      if (now.steps === steps || !now.current) return;
      steps = now.steps;
      void go(now.current);
    }
    const stop = finder.listen(follow);
    // A short conversation has been searched before this runs, perhaps without a match to go to.
    follow();
    const stopSource = source.listen(countSoon);
    const growing = new ResizeObserver(() => {
      const last = lastMessage(source.read().messages);
      if (last?.role === 'assistant' && last.isGrowing) countSoon();
    });
    if (list.firstElementChild) growing.observe(list.firstElementChild);
    changes.observe(list, {
      subtree: true,
      childList: true,
      characterData: true,
      attributeFilter: ['open', 'data-far'],
    });
    return () => {
      isOver = true;
      stop();
      stopSource();
      growing.disconnect();
      changes.disconnect();
      clearTimeout(painting);
      clearTimeout(counting);
      marks.clear();
    };
  }, [finder, source, window, scroller]);
}
