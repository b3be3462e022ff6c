import { storeChanges } from './store-changes.ts';
import type { StoreDeps } from './store-deps.ts';
import { storePending } from './store-pending.ts';
import { storePulled } from './store-pulled.ts';
import { storeReads } from './store-reads.ts';
import { storeRecords } from './store-records.ts';
import { storeRemovals } from './store-removals.ts';
import { storeReplies } from './store-replies.ts';

/** The conversations of one account in this browser. Every method is one transaction. */
export function storeOver({
  storage,
  now,
  changed = () => {},
  recordsChanged = () => {},
}: Pick<StoreDeps, 'storage' | 'now'> & Partial<StoreDeps>) {
  const deps = { storage, now, changed, recordsChanged };
  return {
    storage,
    ...storeReads(storage),
    ...storePending(storage),
    ...storeChanges(deps),
    ...storeRecords(deps),
    ...storeReplies(deps),
    ...storeRemovals(deps),
    ...storePulled(deps),
    close: storage.close,
  };
}
export type ConversationStore = ReturnType<typeof storeOver>;
