import { type ListChange, listed } from '../../conversation/list/index.ts';
import type { ConversationStore } from './store.ts';

/** Read first, before the rest of the list. */
const firstRows = 200;
/** If one of so many has changed, the whole list is read: each by itself would take longer. */
const oneOf = 8;

/**
 * Reads the list from a store, and then only what has changed. What cannot be read stays as it was. `onWhole` is told
 * whether the store has all that the account has, before the first list and when that changes.
 */
export function listReader(
  opened: Promise<Pick<ConversationStore, 'list' | 'newest' | 'some' | 'isWhole'>>,
  onChange: (change: ListChange) => void,
  onWhole: (isWhole: boolean) => void,
) {
  const stale = new Set<string>();
  let isRead = false;
  let isWhole = false;
  let count = 0;
  let reading: Promise<void> | null = null;

  async function read() {
    const store = await opened;
    if (!isRead) {
      isWhole = await store.isWhole();
      onWhole(isWhole);
      const first = await store.newest(firstRows);
      onChange({ type: 'read', all: first.map(listed) });
      stale.clear();
      const all = await store.list();
      isRead = true;
      count = all.length;
      if (all.length > first.length) onChange({ type: 'read', all: all.map(listed) });
    }
    do {
      while (stale.size > 0) await readStale(store);
      if (!isWhole && (await store.isWhole())) {
        isWhole = true;
        onWhole(true);
      }
      // Something may have changed while that was asked.
    } while (stale.size > 0);
  }

  async function readStale(store: Awaited<typeof opened>) {
    const ids = [...stale];
    stale.clear();
    if (ids.length * oneOf > count) {
      const all = await store.list();
      count = all.length;
      return onChange({ type: 'read', all: all.map(listed) });
    }
    const now = await store.some(ids);
    onChange({ type: 'changed', changed: new Map(Array.from(now, ([id, one]) => [id, one && listed(one)])) });
  }

  /** Rereads these; the first time, all of them. */
  async function refresh(ids: readonly string[]): Promise<void> {
    for (const id of ids) stale.add(id);
    reading ??= read()
      .catch(() => {})
      .finally(() => {
        reading = null;
      });
    await reading;
  }

  return {
    refresh,
    /** Rereads everything, since the stored data may have been replaced. */
    async reload(): Promise<void> {
      await reading;
      isRead = false;
      await refresh([]);
    },
  };
}
