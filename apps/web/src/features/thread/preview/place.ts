/** Pixels from the end under which a reader is at the end. */
const tolerance = 10;

const endOf = ({ scrollHeight, clientHeight }: HTMLElement) => scrollHeight - clientHeight;

/** Keeps a list at its end while its reader is there. Returns what leaves it alone. */
export function stayAtEnd(list: HTMLElement): () => void {
  let isAtEnd = true;
  const scrolled = () => {
    isAtEnd = endOf(list) - list.scrollTop < tolerance;
  };
  // After layout and before paint, the first time too: nothing is laid out for it.
  const sizes = new ResizeObserver(() => {
    if (isAtEnd) list.scrollTop = endOf(list);
  });
  sizes.observe(list);
  list.addEventListener('scroll', scrolled);
  return () => {
    sizes.disconnect();
    list.removeEventListener('scroll', scrolled);
  };
}

/** Where the reader is in a list; what is returned brings them there in the list that has taken its place. */
export function scrollBack(list: HTMLElement): () => void {
  const toEnd = endOf(list) - list.scrollTop;
  return () => {
    const now = document.querySelector<HTMLElement>('[role=log]');
    if (!now || toEnd < tolerance) return;
    // As if they went there by hand, or the list would hold on to its end.
    for (const top of [endOf(now), endOf(now) - toEnd]) {
      now.scrollTop = top;
      now.dispatchEvent(new Event('scroll'));
    }
  };
}
