import { manyOf } from '../../../lib/text/counts.ts';
import { databaseName, indexedDbStorage } from '../storage/indexed-db.ts';
import { type ConversationStore, storeOver } from '../store/store.ts';
import { nothingPending, pendingWork } from '../store/unpushed.ts';

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

/** How much of accounts besides `own` is here and not saved to them, such as “2 conversations”; null: nothing. */
export async function unsavedOfOthers(own: string, now: () => number): Promise<string | null> {
  let count = 0;
  let noun = 'conversation';
  for (const name of (await databaseNames()) ?? []) {
    if (!name.startsWith(databaseName('')) || [own, null].map(databaseName).includes(name)) continue;
    const { conversations, records } = await inStore(name, now, pendingWork).catch(() => nothingPending);
    count += conversations.length + records.length;
    if (records.length > 0) noun = 'thing';
  }
  return count === 0 ? null : manyOf(count, noun);
}
