import { KeyboardIcon } from '../icon/icon.tsx';
import type { MenuItem } from '../menu/menu-item.ts';
import { showShortcuts } from './shortcuts-list.tsx';

/** Opens the list of shortcuts, from any menu. */
export const shortcutsItem: MenuItem = {
  label: 'Keyboard shortcuts',
  icon: <KeyboardIcon size={18} />,
  keys: '?',
  act: showShortcuts,
};
