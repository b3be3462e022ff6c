/** Long enough that a passing pointer opens nothing. */
const openAfter = 500;
/** Long enough to move from the button to its tip. */
const closeAfter = 150;

/** One listener for the whole page instead of one per button: a conversation has hundreds. */
export function watchTooltips(show: (button: Element | null) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let current: Element | null = null;

  function schedule(ms: number, button: Element | null) {
    clearTimeout(timer);
    current = button;
    timer = setTimeout(show, ms, button);
  }
  function close() {
    clearTimeout(timer);
    current = null;
    show(null);
  }
  function entered({ target, pointerType }: PointerEvent) {
    if (pointerType === 'touch' || !(target instanceof Element)) return;
    if (target.closest('[data-tip-popup]')) return clearTimeout(timer);
    const button = tooltipTarget(target);
    if (button) {
      if (button !== current) schedule(openAfter, button);
    } else if (current) {
      schedule(closeAfter, null);
    }
  }
  function focused({ target }: FocusEvent) {
    const button =
      target instanceof Element && target.matches(':focus-visible') ? tooltipTarget(target) : null;
    if (button) schedule(openAfter, button);
    else if (current) close();
  }

  const stop = new AbortController();
  const { signal } = stop;
  document.addEventListener('pointerover', entered, { signal, passive: true });
  document.addEventListener('focusin', focused, { signal });
  document.addEventListener('focusout', close, { signal });
  // Once pressed, a button needs no tip; Escape closes it, too.
  document.addEventListener('pointerdown', close, { signal, capture: true });
  document.addEventListener('keydown', ({ key }) => key !== 'Tab' && current && close(), {
    signal,
    capture: true,
  });
  document.documentElement.addEventListener('pointerleave', close, { signal });
  return () => {
    clearTimeout(timer);
    stop.abort();
  };
}

/** The button to name, unless its menu is open, which the tip would cover. */
const tooltipTarget = (target: Element) =>
  target.closest('[data-tip]:not([aria-expanded="true"][aria-haspopup])');
