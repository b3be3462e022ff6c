const openAfter = 700;
const closeAfter = 300;

/** Distinguishes a resting pointer from one passing by, and tolerates one that slips off for a moment. */
export function hoverIntent(show: (isOpen: boolean) => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;

  function later(ms: number, isOpen: boolean) {
    clearTimeout(timer);
    timer = setTimeout(show, ms, isOpen);
  }

  return {
    came: () => later(openAfter, true),
    left: () => later(closeAfter, false),
    dismissed() {
      clearTimeout(timer);
      show(false);
    },
    forget: () => clearTimeout(timer),
  };
}
