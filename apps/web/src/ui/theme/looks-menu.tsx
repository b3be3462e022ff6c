import { LooksIcon } from '../icon/icon.tsx';
import { Menu } from '../menu/menu.tsx';
import { useThemeChoice } from './theme-choice.tsx';

/** What a person can change of any page: how it looks. */
export function LooksMenu() {
  return <Menu label="Appearance" icon={<LooksIcon />} items={[useThemeChoice()]} />;
}
