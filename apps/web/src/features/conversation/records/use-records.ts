import { useEffect, useMemo } from 'react';
import { useLive } from '../../../lib/state/use-live.ts';
import { isRecordListWhole, records, type StoredFields } from '../../record/list/index.ts';
import { sync } from '../wiring.ts';
import { type Folder, foldersOf } from './folder.ts';

const none: readonly StoredFields[] = [];

/** Folders, prompts, instructions of the account or guest; none until they have been read. */
export function useRecords(): readonly StoredFields[] {
  useEffect(() => void sync.fetch().catch(() => {}), []);
  return useLive(records, (list) => list) ?? none;
}

/** Whether what is not among them does not exist. */
export const useRecordListWhole = (): boolean => useLive(isRecordListWhole, (isWhole) => isWhole);

/** By name. */
export function useFolders(): readonly Folder[] {
  const all = useRecords();
  return useMemo(() => foldersOf(all), [all]);
}
