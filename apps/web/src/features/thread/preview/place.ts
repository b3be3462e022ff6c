/** Pixels from the end under which a reader is at the end. */
const tolerance = 10;

const endOf = ({ scrollHeight, clientHeight }: HTMLElement) => scrollHeight - clientHeight;

/** Where the reader of a list is, which is kept at its end while they are there. */
export interface Place {
  /** Pixels to the end, 0 when they are there. */
  toEnd(): number;
  /** Leaves the list alone. */
  leave(): void;
}

export function stayAtEnd(list: HTMLElement): Place {
  let isAtEnd = true;
  /** Where the list was put. What was not laid out yet is at its beginning, and nobody has gone there. */
  let put = 0;

  function look() {
    // Who has not gone up is at the end, however much has come below.
    if (endOf(list) - list.scrollTop < tolerance) isAtEnd = true;
    else if (list.scrollTop < put) isAtEnd = false;
  }

  // After layout and before paint, the first time too: nothing is laid out for it.
  const sizes = new ResizeObserver(() => {
    look();
    if (!isAtEnd) return;
    list.scrollTop = endOf(list);
    put = list.scrollTop;
  });
  for (const box of [list, ...list.children]) sizes.observe(box);
  list.addEventListener('scroll', look);
  return {
    toEnd() {
      look();
      return isAtEnd ? 0 : endOf(list) - list.scrollTop;
    },
    leave() {
      sizes.disconnect();
      list.removeEventListener('scroll', look);
    },
  };
}

/** Brings a reader to where they were, so many pixels from the end, in the list that has taken the place of theirs. */
export function scrollBack(toEnd: number): void {
  const list = document.querySelector<HTMLElement>('[role=log]');
  if (!list || toEnd === 0) return;
  // As if they went there by hand, or the list would hold on to its end.
  for (const top of [endOf(list), endOf(list) - toEnd]) {
    list.scrollTop = top;
    list.dispatchEvent(new Event('scroll'));
  }
}
