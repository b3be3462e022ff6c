import type { RefObject } from 'react';

/** For a popup next to a button, which handles presses on itself; closing the popup here would only let it open again. */
export const dismissOnOutsidePress =
  (button: RefObject<HTMLElement | null>, onOpenChange: (isOpen: boolean) => void) =>
  (isOpen: boolean, { event }: { event: Event }): void => {
    const isOwn = event.target instanceof Node && button.current?.contains(event.target);
    if (isOpen || !isOwn || event.type.startsWith('key')) onOpenChange(isOpen);
  };
