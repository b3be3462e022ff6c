import { usePreference } from '../../lib/state/use-preference.ts';
import { DarkIcon, DeviceIcon, LightIcon } from '../icon/icon.tsx';
import type { MenuChoice } from '../menu/menu-item.ts';
import { chosenTheme, type Theme } from './theme.ts';

export const themeChoices = [
  { value: 'light', label: 'Light', icon: <LightIcon size={18} /> },
  { value: 'dark', label: 'Dark', icon: <DarkIcon size={18} /> },
  { value: 'system', label: 'Same as device', icon: <DeviceIcon size={18} /> },
] as const satisfies { value: Theme; label: string; icon: unknown }[];

/** Light, dark or system, for any menu. */
export function useThemeChoice(): MenuChoice {
  return {
    label: 'Theme',
    choices: themeChoices,
    value: usePreference(chosenTheme),
    choose: (value) => chosenTheme.choose(value as Theme),
  };
}
