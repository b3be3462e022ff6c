import { useEffect, useRef } from 'react';
import { registerShortcuts, type Shortcut } from './shortcuts.ts';

/** Offers shortcuts while the component is mounted. Their actions may change with every render, their set never. */
export function useShortcuts(shortcuts: readonly Shortcut[]): void {
  const latest = useRef(shortcuts);
  useEffect(() => {
    latest.current = shortcuts;
  });
  useEffect(
    () =>
      registerShortcuts(
        latest.current.map(({ act, ...shortcut }, at) => ({
          ...shortcut,
          ...(act && { act: () => latest.current[at]?.act?.() }),
        })),
      ),
    [],
  );
}
