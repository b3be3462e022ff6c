import { coalesced } from '../../../lib/schedule/coalesced.ts';
import type { StoredFields } from '../../record/list/index.ts';
import type { ConversationStore } from './store.ts';

/**
 * Returns what reads all records anew: once for all calls during a reading. What cannot be read stays as it was.
 * `onRead` is told whether all those of the account are here.
 */
export function readRecords(
  opened: Promise<Pick<ConversationStore, 'records' | 'hasListedRecords'>>,
  onRead: (all: readonly StoredFields[], isWhole: boolean) => void,
): () => void {
  return coalesced(async () => {
    const store = await opened;
    const [isWhole, all] = await Promise.all([store.hasListedRecords(), store.records()]);
    onRead(all, isWhole);
  });
}
