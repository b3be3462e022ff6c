import { useLocation } from 'wouter';
import { AppearanceIcon, SettingsIcon } from '../icon/icon.tsx';
import { Menu } from '../menu/menu.tsx';
import { shortcutsItem } from '../shortcuts/shortcuts-item.tsx';
import { useThemeChoice } from './theme-choice.tsx';

/** What is there on every page without an account: the theme, the shortcuts, and the way to the other settings. */
export function AppearanceMenu({ className }: { className?: string | undefined }) {
  const [, navigate] = useLocation();
  const settings = {
    label: 'All settings',
    icon: <SettingsIcon size={18} />,
    act: () => navigate('/settings'),
  };
  return (
    <Menu
      label="Appearance and shortcuts"
      icon={<AppearanceIcon />}
      className={className}
      items={[useThemeChoice(), shortcutsItem, settings]}
    />
  );
}
