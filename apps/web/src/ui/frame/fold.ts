import { useSyncExternalStore } from 'react';
import { storage } from '../../lib/state/storage.ts';

/** The storage entry for the folded sidebar; first.ts reads it before anything is painted. */
const foldEntry = 'polylogue.sidebar';

export const isFolded = (): boolean => storage.read(foldEntry) === 'folded';

export function fold(isToBe: boolean): void {
  if (isToBe) storage.write(foldEntry, 'folded');
  else storage.remove(foldEntry);
}

/** Whether the sidebar is folded, kept in step across tabs. */
export const useFolded = (): boolean => useSyncExternalStore(storage.listen, isFolded, () => false);
