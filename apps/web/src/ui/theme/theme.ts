import { storage } from '../../lib/state/storage.ts';

/** Light, dark, or as the device is set. */
export type Theme = 'light' | 'dark' | 'system';

/** Where this browser keeps it; also the name of the event that tells first.ts. */
const themeEntry = 'polylogue.theme';

export const themes: readonly Theme[] = ['light', 'dark', 'system'];

export function readTheme(): Theme {
  const stored = storage.read(themeEntry);
  return themes.find((theme) => theme === stored) ?? 'system';
}

export function chooseTheme(theme: Theme): void {
  dispatchEvent(new CustomEvent(themeEntry, { detail: theme }));
  if (theme === 'system') storage.remove(themeEntry);
  else storage.write(themeEntry, theme);
}

/** Whether the page is dark now, no matter who decided that. */
export function isDark(): boolean {
  const theme = readTheme();
  return theme === 'system' ? matchMedia('(prefers-color-scheme: dark)').matches : theme === 'dark';
}
