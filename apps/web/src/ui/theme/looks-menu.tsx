import { LooksIcon } from '../icon/icon.tsx';
import { Menu } from '../menu/menu.tsx';
import { shortcutsItem } from '../shortcuts/shortcuts-item.tsx';
import { useThemeChoice } from './theme-choice.tsx';

/** What a person can set on any page: how it looks, and what keys do. */
export function LooksMenu() {
  return (
    <Menu label="Appearance and shortcuts" icon={<LooksIcon />} items={[useThemeChoice(), shortcutsItem]} />
  );
}
