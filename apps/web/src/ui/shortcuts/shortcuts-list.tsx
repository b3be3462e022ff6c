import { useEffect, useState } from 'react';
import { lazy } from '../../lib/lazy/lazy.ts';
import { useLazy } from '../../lib/lazy/use-lazy.ts';
import { live } from '../../lib/state/live.ts';
import { useLive } from '../../lib/state/use-live.ts';
import { chosenTheme, isDark } from '../theme/theme.ts';
import { sayUnopened } from '../use-opening.ts';
import { useShortcuts } from './use-shortcuts.ts';

const dialog = lazy(() => import('./shortcuts-dialog.tsx').then((file) => file.ShortcutsDialog));

const opening = live<boolean, boolean>(false, (_, isOpen) => isOpen);

/** Shows the shortcuts currently available. */
export function showShortcuts(): void {
  dialog.fetch().then(
    () => opening.dispatch(true),
    () => sayUnopened('Keyboard shortcuts'),
  );
}

/** The list of shortcuts, over any page, opened with "?" or from a menu. */
export function ShortcutsList() {
  const isOpen = useLive(opening, (open) => open);
  const [wasOpened, setOpened] = useState(false);
  const Dialog = useLazy(dialog, isOpen || wasOpened);
  useEffect(() => {
    if (isOpen) setOpened(true);
  }, [isOpen]);
  useShortcuts([
    {
      id: 'shortcuts',
      keys: '?',
      isEverywhere: true,
      label: 'Show this list',
      act() {
        showShortcuts();
        return true;
      },
    },
    {
      id: 'theme',
      keys: 't',
      isEverywhere: true,
      label: 'Light or dark',
      act() {
        chosenTheme.choose(isDark() ? 'light' : 'dark');
        return true;
      },
    },
  ]);
  return Dialog && <Dialog open={isOpen} onOpenChange={opening.dispatch} />;
}
