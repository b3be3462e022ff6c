import type { Scheme } from './said.ts';

const dark = '(prefers-color-scheme: dark)';

/** The colours that the page is in: what was chosen for it, else what the device is set to. */
export function readScheme(): Scheme {
  const chosen = getComputedStyle(document.documentElement).colorScheme;
  if (chosen === 'light' || chosen === 'dark') return chosen;
  return matchMedia(dark).matches ? 'dark' : 'light';
}

export function listenToScheme(listener: () => void): () => void {
  const device = matchMedia(dark);
  const chosen = new MutationObserver(listener);
  device.addEventListener('change', listener);
  chosen.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  return () => {
    device.removeEventListener('change', listener);
    chosen.disconnect();
  };
}
