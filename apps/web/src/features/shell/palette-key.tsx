import { lazy } from '../../lib/lazy/lazy.ts';
import { useOpening, useShortcuts } from '../../ui/index.ts';
import { useEarlyLetters } from './use-early-letters.ts';

const palette = lazy(() => import('./palette.tsx').then((file) => file.Palette));

/** Ctrl K, or ⌘ K on a Mac: goes to anything with a name. */
export function PaletteKey() {
  const { Part: Palette, isOpen, setOpen } = useOpening(palette, 'Go to');
  useShortcuts([
    {
      id: 'palette',
      keys: 'Mod+k',
      label: 'Go to a conversation, a person or a page',
      act() {
        setOpen(true);
        return true;
      },
    },
  ]);
  const early = useEarlyLetters(isOpen);
  // A new one each time, so that its box is empty.
  return Palette && isOpen ? <Palette open onOpenChange={setOpen} early={early} /> : null;
}
