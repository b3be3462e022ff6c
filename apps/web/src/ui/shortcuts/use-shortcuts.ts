import { useEffect, useRef } from 'react';
import { offerShortcuts, type Shortcut } from './shortcuts.ts';

/** Offers shortcuts while the component is there. What they do may change with every render; which there are, never. */
export function useShortcuts(shortcuts: readonly Shortcut[]): void {
  const latest = useRef(shortcuts);
  useEffect(() => {
    latest.current = shortcuts;
  });
  useEffect(
    () =>
      offerShortcuts(
        latest.current.map(({ act, ...shortcut }, at) => ({
          ...shortcut,
          ...(act && { act: () => latest.current[at]?.act?.() }),
        })),
      ),
    [],
  );
}
