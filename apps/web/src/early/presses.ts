let stop = (): HTMLElement | null => null;

/** Remembers the last button that is pressed while nobody answers yet; `isMeant`: whether it still is, at the end. */
export function keepPresses(isMeant: (button: HTMLElement) => boolean): void {
  let pressed: HTMLElement | null = null;
  function keep({ target }: Event) {
    if (target instanceof Element) pressed = target.closest('button');
  }
  addEventListener('click', keep, { capture: true });
  stop = () => {
    removeEventListener('click', keep, { capture: true });
    return pressed && isMeant(pressed) ? pressed : null;
  };
}

/** To be called when somebody listens: what was pressed before, and nothing is remembered any more. */
export const earlyPress = (): HTMLElement | null => stop();
