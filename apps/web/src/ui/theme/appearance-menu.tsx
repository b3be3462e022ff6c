import { AppearanceIcon } from '../icon/icon.tsx';
import { Menu } from '../menu/menu.tsx';
import { shortcutsItem } from '../shortcuts/shortcuts-item.tsx';
import { useThemeChoice } from './theme-choice.tsx';

/** Settings available on every page: appearance and shortcuts. */
export function AppearanceMenu({ className }: { className?: string | undefined }) {
  return (
    <Menu
      label="Appearance and shortcuts"
      icon={<AppearanceIcon />}
      className={className}
      items={[useThemeChoice(), shortcutsItem]}
    />
  );
}
