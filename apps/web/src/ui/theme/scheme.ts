type Scheme = 'light' | 'dark';

/** The colour scheme of the page: the chosen one, or else the device's. */
export function readScheme(): Scheme {
  const chosen = getComputedStyle(document.documentElement).colorScheme;
  if (chosen === 'light' || chosen === 'dark') return chosen;
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}
