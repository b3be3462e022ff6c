/** Calls back when the page turns light or dark, for what CSS cannot colour. Returns a function that stops this. */
export function whenColoursChange(listener: () => void): () => void {
  const schemes = matchMedia('(prefers-color-scheme: dark)');
  const chosen = new MutationObserver(listener);
  schemes.addEventListener('change', listener);
  chosen.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  return () => {
    schemes.removeEventListener('change', listener);
    chosen.disconnect();
  };
}
