// What a document holds of its page was drawn when the app was built, before anything was known of its reader.

let isOutdated = false;

/** By now it is known that the page has much more to show: drawn anew it is there at once, and not in two steps. */
export function outdate(): void {
  isOutdated = true;
  // Whoever has begun something in the page that is there keeps it.
  document.addEventListener('focusin', () => (isOutdated = false), { once: true });
}

/** Whether the page may be drawn anew: nobody has begun anything in the one that is there. */
export const mayBeReplaced = (root: Element): boolean => isOutdated && !root.contains(document.activeElement);
