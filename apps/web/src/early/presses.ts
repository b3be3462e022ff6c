let stop = (): HTMLElement | null => null;

/** Remembers the last button pressed before the app responds; `isMeant`: whether that press still counts by then. */
export function rememberPresses(isMeant: (button: HTMLElement) => boolean): void {
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

/** To be called once the app responds: returns the button pressed before, and stops remembering. */
export const earlyPress = (): HTMLElement | null => stop();
