import { DarkIcon, DeviceIcon, LightIcon } from '../icon/icon.tsx';
import type { MenuChoice } from '../menu/menu-item.ts';
import { chooseTheme, type Theme, themes } from './theme.ts';
import { useTheme } from './use-theme.ts';

const shown = {
  light: { label: 'Light', icon: <LightIcon size={18} /> },
  dark: { label: 'Dark', icon: <DarkIcon size={18} /> },
  system: { label: 'Same as device', icon: <DeviceIcon size={18} /> },
} satisfies Record<Theme, object>;

const choices = themes.map((value) => ({ value, ...shown[value] }));

/** Light, dark or system, for any menu. */
export function useThemeChoice(): MenuChoice {
  return {
    label: 'Theme',
    choices,
    value: useTheme(),
    choose: (value) => chooseTheme(value as Theme),
  };
}
