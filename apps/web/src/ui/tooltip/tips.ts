/** Long enough that a pointer on its way elsewhere opens nothing. */
const openAfter = 500;
/** Long enough to get from the button to what it is called. */
const closeAfter = 150;

/** A listener for the whole page instead of one in each of its buttons: a conversation has hundreds. */
export function watchTips(show: (button: Element | null) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let over: Element | null = null;

  function later(ms: number, button: Element | null) {
    clearTimeout(timer);
    over = button;
    timer = setTimeout(show, ms, button);
  }
  function close() {
    clearTimeout(timer);
    over = null;
    show(null);
  }
  function entered({ target, pointerType }: PointerEvent) {
    if (pointerType === 'touch' || !(target instanceof Element)) return;
    if (target.closest('[data-tip-popup]')) return clearTimeout(timer);
    const button = tipped(target);
    if (button) {
      if (button !== over) later(openAfter, button);
    } else if (over) {
      later(closeAfter, null);
    }
  }
  function focused({ target }: FocusEvent) {
    const button = target instanceof Element && target.matches(':focus-visible') ? tipped(target) : null;
    if (button) later(openAfter, button);
    else if (over) close();
  }

  const stop = new AbortController();
  const { signal } = stop;
  document.addEventListener('pointerover', entered, { signal, passive: true });
  document.addEventListener('focusin', focused, { signal });
  document.addEventListener('focusout', close, { signal });
  // What was pressed is known by then; Escape takes it away.
  document.addEventListener('pointerdown', close, { signal, capture: true });
  document.addEventListener('keydown', ({ key }) => key !== 'Tab' && over && close(), {
    signal,
    capture: true,
  });
  document.documentElement.addEventListener('pointerleave', close, { signal });
  return () => {
    clearTimeout(timer);
    stop.abort();
  };
}

/** The button to be named: not one whose menu is open, since that would be covered. */
const tipped = (target: Element) => target.closest('[data-tip]:not([aria-expanded="true"][aria-haspopup])');
