import { databaseNames, inStore } from './beside.ts';
import { databaseName, eraseDatabase } from './indexed-db.ts';
import { endCutOff } from './receiving.ts';
import type { ConversationStore } from './store.ts';
import { isDeleted, type ListedConversation } from './store-reads.ts';

const name = databaseName(null);

/** What this browser stores without an account, except deleted conversations; empty if it cannot be read. */
export async function conversationsOfGuest(now: () => number): Promise<ListedConversation[]> {
  const list = withGuestStore(now, async (store) => remaining(await store.list()));
  return (await list.catch(() => null)) ?? [];
}

/** Copies what was stored without an account into the store of one; null: nothing was. Rejects if it cannot be read. */
export function adoptGuestConversationsInto(
  account: ConversationStore,
  now: () => number,
): Promise<true | null> {
  return withGuestStore<true>(now, async (store) => {
    await endCutOff(store, now);
    for (const { conversation_id } of remaining(await store.list())) {
      const whole = await store.exportConversation(conversation_id);
      if (whole) await account.importConversation(whole);
    }
    const usage = await store.storage.read((trx) => trx.usage(10_000));
    for (const record of usage) await account.addUsage(record);
    return true;
  });
}

export const eraseGuestStore = (): Promise<void> => eraseDatabase(name);

const remaining = (list: readonly ListedConversation[]) => list.filter((one) => !isDeleted(one));

/** Null if there is no such database. */
async function withGuestStore<Result>(
  now: () => number,
  work: (store: ConversationStore) => Promise<Result>,
): Promise<Result | null> {
  const names = await databaseNames();
  return names && !names.includes(name) ? null : inStore(name, now, work);
}
