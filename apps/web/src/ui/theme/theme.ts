import { preference } from '../../lib/state/preference.ts';

/** Light, dark, or as set on the device. */
export type Theme = 'light' | 'dark' | 'system';

export const chosenTheme = preference('polylogue.theme', ['system', 'light', 'dark']);

/** Whether the page is currently dark, whatever the reason. */
export function isDark(): boolean {
  const chosen = chosenTheme.read();
  return chosen === 'system' ? matchMedia('(prefers-color-scheme: dark)').matches : chosen === 'dark';
}
