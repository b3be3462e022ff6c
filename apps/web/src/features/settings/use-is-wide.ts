import { useSyncExternalStore } from 'react';

const wide = matchMedia('(width >= 768px)');

function listen(listener: () => void) {
  wide.addEventListener('change', listener);
  return () => wide.removeEventListener('change', listener);
}

/** Whether there is room for two columns. */
export const useIsWide = (): boolean => useSyncExternalStore(listen, () => wide.matches);
