import type { ConversationStore } from './store.ts';
import type { ListedConversation } from './store-reads.ts';

/** Read first, before the rest of the list. */
const firstRows = 200;

/** Keeps the list of one store up to date; rereads only what has changed. */
export function listing(
  store: Pick<ConversationStore, 'list' | 'newest' | 'conversation'>,
  onList: (list: readonly ListedConversation[]) => void,
) {
  let rows: Map<string, ListedConversation> | null = null;
  const stale = new Set<string>();
  let reading: Promise<void> | null = null;

  async function read() {
    if (!rows) {
      const first = await store.newest(firstRows);
      onList(first);
      stale.clear();
      const all = await store.list();
      rows = byId(all);
      if (all.length > first.length) onList(all);
    }
    while (stale.size > 0) {
      const ids = [...stale];
      stale.clear();
      let hasChanged = false;
      for (const id of ids) hasChanged = put(rows, id, await store.conversation(id)) || hasChanged;
      if (!hasChanged) continue;
      const sorted = [...rows.values()].sort((one, other) => other.last_message_at - one.last_message_at);
      rows = byId(sorted);
      onList(sorted);
    }
  }

  return {
    /** The first ids of the list. */
    top: (count: number): string[] =>
      [...(rows?.values() ?? [])].slice(0, count).map(({ conversation_id }) => conversation_id),

    /** Rereads everything, since the stored data may have been replaced. */
    async reload(): Promise<void> {
      await reading;
      rows = null;
      await this.refresh([]);
    },

    /** Rereads these; the first time, all of them. */
    async refresh(ids: readonly string[]): Promise<void> {
      for (const id of ids) stale.add(id);
      reading ??= read().finally(() => {
        reading = null;
      });
      await reading;
    },
  };
}

const byId = (list: readonly ListedConversation[]) => new Map(list.map((row) => [row.conversation_id, row]));

function put(
  rows: Map<string, ListedConversation>,
  id: string,
  row: ListedConversation | undefined,
): boolean {
  if (!row) return rows.delete(id);
  // A growing reply does not change the list.
  if (JSON.stringify(rows.get(id)) === JSON.stringify(row)) return false;
  rows.set(id, row);
  return true;
}
