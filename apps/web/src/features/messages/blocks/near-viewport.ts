/** Callbacks for an observed element. */
interface Watcher {
  /** It has come near the screen. */
  onNear(): void;
  /** It has been far from the screen for a while, and may be reduced; `height` is its height there, in pixels. */
  onFar(height: number): void;
}

/** Without these two features, reducing and restoring would be visible. */
export const canWindow =
  'scrollMargin' in IntersectionObserver.prototype && CSS.supports('overflow-anchor', 'auto');

/** How far beyond the screen things are rendered: enough for a fast scroll. */
const margin = '100%';
/** Milliseconds until a new element is observed, and at most: elements that only pass by are not worth any work. */
const settling = 100;
const longest = 500;
/** More characters than this at once are a flood. */
export const floodThreshold = 1_500;
/** Milliseconds without new text before far elements are reduced, and between one handful and the next. */
const stillness = 2_000;
const pause = 50;
const handful = 8;

const watchers = new Map<Element, Watcher>();
/** Elements that have left the screen. They are not observed meanwhile: each observed element costs every frame. */
const leaving = new Set<Element>();
/** Elements checked once more before they are reduced. */
const rechecking = new Set<Element>();
let waiting: Element[] = [];
let sweeping: ReturnType<typeof setTimeout> | undefined;
let grewAt = 0;
let floodedAt = Number.NEGATIVE_INFINITY;
let observer: IntersectionObserver | undefined;

/** Calls back when an element comes near the screen and when it is far from it. Returns a function that stops it. */
export function observeNearViewport(element: Element, watcher: Watcher): () => void {
  watchers.set(element, watcher);
  if (waiting.length === 0) observeSoon(performance.now() + longest);
  waiting.push(element);
  return () => {
    watchers.delete(element);
    leaving.delete(element);
    rechecking.delete(element);
    observer?.unobserve(element);
  };
}

/** A text has grown: nothing is reduced meanwhile, so that a frame costs no more than its new words. */
export function reportGrowth(characters: number): void {
  grewAt = performance.now();
  if (characters > floodThreshold) floodedAt = grewAt;
}

/** Whether text is arriving faster than anyone can read. */
export const isFlooded = (): boolean => performance.now() - floodedAt < settling;

function observeSoon(atLast: number) {
  setTimeout(() => {
    const now = performance.now();
    if (now - floodedAt < settling && now < atLast) observeSoon(atLast);
    else observeWaiting();
  }, settling);
}

function observeWaiting() {
  observer ??= new IntersectionObserver(onIntersect, { rootMargin: margin, scrollMargin: margin } as object);
  for (const element of waiting) if (watchers.has(element)) observer.observe(element);
  waiting = [];
}

function onIntersect(entries: IntersectionObserverEntry[]) {
  for (const { target, isIntersecting, boundingClientRect } of entries) {
    const isRecheck = rechecking.delete(target);
    if (isIntersecting) watchers.get(target)?.onNear();
    else if (isRecheck && !isHeld(target)) watchers.get(target)?.onFar(boundingClientRect.height);
    else if (!target.hasAttribute('data-far')) {
      leaving.add(target);
      observer?.unobserve(target);
    }
  }
  if (leaving.size > 0 && sweeping === undefined) sweeping = setTimeout(sweep, stillness);
}

/** A handful at a time. A row with the focus or an end of the selection stays, and is checked again. */
function sweep() {
  const isStill = performance.now() - grewAt >= stillness;
  const going = isStill ? recheckHandful() : 0;
  sweeping = leaving.size > 0 ? setTimeout(sweep, going > 0 ? pause : stillness) : undefined;
}

function recheckHandful(): number {
  let going = 0;
  for (const element of leaving) {
    if (going === handful) break;
    if (isHeld(element)) continue;
    leaving.delete(element);
    rechecking.add(element);
    observer?.observe(element);
    going++;
  }
  return going;
}

function isHeld(element: Element): boolean {
  if (element.contains(document.activeElement)) return true;
  const selection = getSelection();
  if (selection === null || selection.isCollapsed) return false;
  return element.contains(selection.anchorNode) || element.contains(selection.focusNode);
}
