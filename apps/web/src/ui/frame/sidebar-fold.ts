import { useSyncExternalStore } from 'react';
import { storage } from '../../lib/state/storage.ts';

/** The storage entry for the folded sidebar; first.ts reads it before anything is painted. */
const foldEntry = 'polylogue.sidebar';

export const isSidebarFolded = (): boolean => storage.read(foldEntry) === 'folded';

export function foldSidebar(wanted: boolean): void {
  if (wanted) storage.write(foldEntry, 'folded');
  else storage.remove(foldEntry);
}

/** Whether the sidebar is folded, kept in step across tabs. */
export const useSidebarFolded = (): boolean =>
  useSyncExternalStore(storage.listen, isSidebarFolded, () => false);
