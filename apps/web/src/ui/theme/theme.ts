import { storage } from '../../lib/state/storage.ts';

/** Light, dark, or as set on the device. */
export type Theme = 'light' | 'dark' | 'system';

/** The storage entry for it; also the name of the event that tells first.ts. */
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

/** Whether the page is currently dark, whatever the reason. */
export function isDark(): boolean {
  const theme = readTheme();
  return theme === 'system' ? matchMedia('(prefers-color-scheme: dark)').matches : theme === 'dark';
}
