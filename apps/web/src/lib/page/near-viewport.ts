/** Milliseconds an element must stay near the screen: elements that only pass by are not worth any work. */
const stay = 150;

const waiting = new Map<Element, { run: () => void; timer?: ReturnType<typeof setTimeout> | undefined }>();
let observer: IntersectionObserver | undefined;

/** Runs once an element has come near the screen and stayed there for a moment. Returns a function that cancels it. */
export function whenNearViewport(element: Element, run: () => void): () => void {
  observer ??= new IntersectionObserver(onIntersect, {
    rootMargin: '100%',
    scrollMargin: '100%',
  } as IntersectionObserverInit);
  waiting.set(element, { run });
  observer.observe(element);
  return () => forget(element);
}

function onIntersect(entries: IntersectionObserverEntry[]) {
  for (const { target, isIntersecting } of entries) {
    const one = waiting.get(target);
    if (!one) continue;
    clearTimeout(one.timer);
    one.timer = isIntersecting ? setTimeout(() => arrive(target), stay) : undefined;
  }
}

function arrive(element: Element) {
  const run = waiting.get(element)?.run;
  forget(element);
  run?.();
}

function forget(element: Element) {
  clearTimeout(waiting.get(element)?.timer);
  waiting.delete(element);
  observer?.unobserve(element);
}
