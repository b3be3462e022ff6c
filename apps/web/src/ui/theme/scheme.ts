type Scheme = 'light' | 'dark';

/** The colours that the page is in: what was chosen for it, else what the device is set to. */
export function readScheme(): Scheme {
  const chosen = getComputedStyle(document.documentElement).colorScheme;
  if (chosen === 'light' || chosen === 'dark') return chosen;
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}
