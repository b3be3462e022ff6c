/** Style sheets that failed to load. The bundler's loader requests each of them only once. */
const missing = new Set<HTMLLinkElement>();
let reloading: Promise<unknown> | undefined;

// Not while prerendering. These events do not bubble.
if (typeof document !== 'undefined') document.addEventListener('error', ({ target }) => failed(target), true);

function failed(target: EventTarget | null) {
  if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') missing.add(target);
}

/** Loads the missing style sheets again: without them a part that loads on a later try would be unstyled. */
export function fetchMissingStyles(): Promise<unknown> {
  reloading ??= Promise.all([...missing].map(reload)).finally(() => {
    reloading = undefined;
  });
  return reloading;
}

function reload(link: HTMLLinkElement): Promise<void> {
  const next = link.cloneNode() as HTMLLinkElement;
  missing.delete(link);
  return new Promise((resolve, reject) => {
    next.onload = () => resolve();
    next.onerror = () => reject(new Error(`${next.href} could not be loaded`));
    link.replaceWith(next);
  });
}
