import { nextFrame } from './frame.ts';

// What a document holds of its page was drawn when the app was built, before anything was known of its reader.

/** Something that was added to the page since. */
export interface Added {
  /** The page is taken over as it was built: what was added leaves it, and may be seen until it is there again. */
  aside(): void;
  /** The page is about to be drawn anew. Returns what is to be done once it is. */
  replaced(): () => void;
}

let isOutdated = false;
let addition: Added | undefined;

/** By now it is known that the page has much more to show: drawn anew it is there at once, and not in two steps. */
export function outdate(): void {
  isOutdated = true;
  // Whoever has begun something in the page that is there keeps it.
  document.addEventListener('focusin', () => (isOutdated = false), { once: true });
}

/** Whether something may be added meanwhile: nobody has begun anything in the page. */
export const mayBeAddedTo = (): boolean => isOutdated;

export function added(what: Added): void {
  addition = what;
}

/** Settles when what was added has been on the screen: what comes next must not keep it from there. */
export const shown = (): Promise<void> =>
  addition ? new Promise((resolve) => void nextFrame(() => setTimeout(resolve))) : Promise.resolve();

/** Whether the page may be drawn anew: nobody has begun anything in the one that is there. */
export const mayBeReplaced = (root: Element): boolean => isOutdated && !root.contains(document.activeElement);

/** Draws the page anew. */
export function replace(draw: () => void): void {
  const done = addition?.replaced();
  draw();
  done?.();
}

/** The page is as it was built. */
export function restore(): void {
  addition?.aside();
}
