import { databaseName, eraseDatabase, indexedDbStorage } from './indexed-db.ts';
import { endCutOff } from './receiving.ts';
import { type ConversationStore, conversationStore } from './store.ts';
import { isDeleted, type ListedConversation } from './store-reads.ts';

const name = databaseName(null);

/** What this browser stores without an account, except deleted conversations; empty if it cannot store anything. */
export async function conversationsOfGuest(now: () => number): Promise<ListedConversation[]> {
  return (await withGuestStore(now, async (store) => remaining(await store.list()))) ?? [];
}

/** Copies what was stored without an account into the store of one. */
export async function adoptGuestConversationsInto(
  account: ConversationStore,
  now: () => number,
): Promise<void> {
  await withGuestStore(now, async (store) => {
    await endCutOff(store, now);
    for (const { conversation_id } of remaining(await store.list())) {
      const whole = await store.exportConversation(conversation_id);
      if (whole) await account.importConversation(whole);
    }
    const usage = await store.storage.read((trx) => trx.usage(10_000));
    for (const record of usage) await account.addUsage(record);
  });
}

export const eraseGuestStore = (): Promise<void> => eraseDatabase(name);

const remaining = (list: readonly ListedConversation[]) => list.filter((one) => !isDeleted(one));

async function withGuestStore<Result>(
  now: () => number,
  work: (store: ConversationStore) => Promise<Result>,
): Promise<Result | null> {
  const databases = await indexedDB.databases?.().catch(() => null);
  if (databases && !databases.some((one) => one.name === name)) return null;
  const storage = await indexedDbStorage(name).catch(() => null);
  if (!storage) return null;
  try {
    return await work(conversationStore({ storage, now }));
  } finally {
    storage.close();
  }
}
