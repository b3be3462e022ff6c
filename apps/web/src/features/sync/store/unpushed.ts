import { coalesced } from '../../../lib/schedule/coalesced.ts';
import { type NamedRecord, namedRecords } from '../rows/record-names.ts';
import type { ConversationStore } from './store.ts';
import type { ShownConversation } from './store-reads.ts';

/** What is not in the account yet. */
export interface PendingWork {
  conversations: readonly ShownConversation[];
  records: readonly NamedRecord[];
}

export const nothingPending: PendingWork = { conversations: [], records: [] };

export async function pendingWork(store: ConversationStore): Promise<PendingWork> {
  const conversations = await store.pendingConversations();
  return { conversations, records: namedRecords(await store.pendingRecords()) };
}

interface UnpushedNeeds {
  opened: Promise<ConversationStore>;
  onPending(pending: PendingWork): void;
  /** Pushes. */
  wake(): void;
}

/** Watches what is not in the account yet. */
export function unpushed({ opened, onPending, wake }: UnpushedNeeds) {
  /** Check again whether everything is there. */
  const waiters: (() => void)[] = [];

  const report = coalesced(async () => onPending(await pendingWork(await opened)), 1);

  return {
    /** Something has changed. */
    changed: report,
    /** The account has accepted something. */
    pushed() {
      report();
      for (const look of waiters.splice(0)) look();
    },
    /** Resolves when everything is in the account. */
    async none(): Promise<void> {
      const store = await opened;
      while (await store.hasPending()) {
        const next = new Promise<void>((look) => waiters.push(look));
        wake();
        await next;
      }
    },
  };
}
