/** Calls back when the page turns light or dark, for what the style sheet cannot colour. Returns what ends it. */
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
