/** Marks the message that was pressed last, so that a finger finds its actions. Returns a function that stops it. */
export function watchPresses(list: HTMLElement): () => void {
  let pressed: Element | null = null;
  function press({ target }: Event) {
    pressed?.removeAttribute('data-pressed');
    pressed = target instanceof Element ? target.closest('[data-message]') : null;
    pressed?.setAttribute('data-pressed', '');
  }
  list.addEventListener('click', press);
  return () => list.removeEventListener('click', press);
}
