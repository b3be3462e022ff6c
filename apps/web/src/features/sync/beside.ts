import { databaseName, indexedDbStorage } from './indexed-db.ts';
import { type ConversationStore, storeOver } from './store.ts';

/** Milliseconds: nothing else on the page waits for these. */
const patience = 30_000;

/** Does some work in a store that is not the one on the page, and closes it. Rejects if it cannot be opened. */
export async function inStore<Result>(
  name: string,
  now: () => number,
  work: (store: ConversationStore) => Promise<Result>,
): Promise<Result> {
  const storage = await indexedDbStorage(name, { patience });
  try {
    return await work(storeOver({ storage, now }));
  } finally {
    storage.close();
  }
}

/** The names of this browser's databases; null: it does not say. */
export const databaseNames = async (): Promise<string[] | null> => {
  const all = await indexedDB.databases?.().catch(() => null);
  return all?.flatMap(({ name }) => name ?? []) ?? null;
};

/** How many conversations of accounts besides `own` are here and not saved to them. */
export async function countUnsavedOfOthers(own: string, now: () => number): Promise<number> {
  let count = 0;
  for (const name of (await databaseNames()) ?? []) {
    if (!name.startsWith(databaseName('')) || [own, null].map(databaseName).includes(name)) continue;
    const pending = await inStore(name, now, (store) => store.pendingConversations()).catch(() => []);
    count += pending.length;
  }
  return count;
}
