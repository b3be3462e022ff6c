import { scrollBack } from './place.ts';

/**
 * Takes the preview out of a list that React is about to take over as it was built, and lays it over the same place
 * until the list has its messages: who has begun to type goes on reading, so many pixels from the end.
 */
export function layOver(list: HTMLElement, content: HTMLElement, toEnd: number): void {
  const { top, left, width, height } = list.getBoundingClientRect();
  const { scrollTop } = list;
  const over = list.cloneNode() as HTMLElement;
  over.inert = true;
  over.removeAttribute('role');
  over.style.cssText = `position:fixed;top:${top}px;left:${left}px;width:${width}px;height:${height}px;background:var(--paper)`;
  const empty = content.cloneNode() as HTMLElement;
  empty.removeAttribute('style');
  list.replaceChildren(empty);
  over.append(content);
  document.body.append(over);
  over.scrollTop = over.scrollHeight - over.clientHeight - toEnd;
  // The list has jumped to its beginning: React is about to listen, and must not go there with it.
  function jumped(event: Event) {
    // The browser's own event, and not the one by which the reader is brought back.
    if (!event.isTrusted) return;
    event.stopImmediatePropagation();
    list.removeEventListener('scroll', jumped);
  }
  if (scrollTop > 0) list.addEventListener('scroll', jumped);

  const changes = new MutationObserver(() => {
    if (list.isConnected && !list.querySelector('[data-message]')) return;
    changes.disconnect();
    scrollBack(toEnd);
    over.remove();
  });
  changes.observe(document.body, { childList: true, subtree: true });
}
