// What a document holds of its page was drawn when the app was built, before anything was known of its reader.

let isOutdated = false;

/** By now it is known that the page has much more to show: drawn anew it is there at once, and not in two steps. */
export function outdate(): void {
  isOutdated = true;
}

/** Whether the page may be drawn anew: nobody holds anything of the one that is there. */
export const mayBeReplaced = (root: Element): boolean => isOutdated && !root.contains(document.activeElement);
