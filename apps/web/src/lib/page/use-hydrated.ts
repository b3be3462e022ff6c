import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** False while prerendering and during hydration, when nothing about this browser may be used. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
