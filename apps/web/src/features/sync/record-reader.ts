import type { StoredFields } from '../record/list/index.ts';
import type { ConversationStore } from './store.ts';

/** Returns what reads all records anew: once for all calls during a reading. What cannot be read stays as it was. */
export function readRecords(
  opened: Promise<Pick<ConversationStore, 'records'>>,
  onRead: (all: readonly StoredFields[]) => void,
): () => void {
  let isReading = false;
  let isStale = false;

  async function read() {
    isReading = true;
    const store = await opened;
    while (isStale) {
      isStale = false;
      onRead(await store.records());
    }
  }

  return () => {
    isStale = true;
    if (isReading) return;
    void read()
      .catch(() => {})
      .finally(() => {
        isReading = false;
      });
  };
}
