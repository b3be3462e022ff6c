import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** False where the page is built ahead, and while React takes it over: nothing is known of this browser there. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
