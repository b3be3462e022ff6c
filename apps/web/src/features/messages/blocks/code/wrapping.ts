import { useSyncExternalStore } from 'react';
import { storage } from '../../../../lib/state/storage.ts';

/** Whether long lines of code are wrapped: one setting for all code in this browser. */
const entry = 'polylogue.wrap_code';

const read = () => storage.read(entry) === 'true';
const listen = (listener: () => void) =>
  storage.listen((name) => {
    if (name === entry || name === null) listener();
  });

export const useWrapping = (): boolean => useSyncExternalStore(listen, read, () => false);

export function wrapCode(wanted: boolean): void {
  if (wanted) storage.write(entry, 'true');
  else storage.remove(entry);
}
