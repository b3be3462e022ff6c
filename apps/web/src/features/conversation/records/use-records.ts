import { useEffect, useMemo } from 'react';
import { useLive } from '../../../lib/state/use-live.ts';
import { records, type StoredFields } from '../../record/list/index.ts';
import { sync } from '../wiring.ts';
import { type Folder, foldersOf } from './folder.ts';

const none: readonly StoredFields[] = [];

/** Folders, prompts, instructions of the account or guest; none until they have been read. */
export function useRecords(): readonly StoredFields[] {
  useEffect(() => void sync.fetch().catch(() => {}), []);
  return useLive(records, (list) => list) ?? none;
}

/** By name. */
export function useFolders(): readonly Folder[] {
  const all = useRecords();
  return useMemo(() => foldersOf(all), [all]);
}
