import { inTurn } from '../../../lib/page/locks.ts';
import { isExpired, listed } from '../../conversation/list/index.ts';
import { type NamedRecord, namedRecords } from '../rows/record-names.ts';
import { databaseName, eraseDatabase } from '../storage/indexed-db.ts';
import { everything } from '../storage/storage.ts';
import { endCutOff } from '../store/receiving.ts';
import type { ConversationStore } from '../store/store.ts';
import type { ShownConversation } from '../store/store-reads.ts';
import { adoptedRecords } from './adopted-records.ts';
import { databaseNames, inStore } from './beside.ts';
import type { OwnedStore } from './owned-store.ts';

const name = databaseName(null);

/**
 * What this browser stores without an account, also what was deleted and can be restored; null: there is something, and
 * it cannot be read.
 */
export const conversationsOfGuest = (now: () => number): Promise<ShownConversation[] | null> =>
  listOfGuest(now, async (store) => remaining(await store.list(), now()));

/** The same of what is stored beside conversations. */
export const recordsOfGuest = (now: () => number): Promise<NamedRecord[] | null> =>
  listOfGuest(now, async (store) => namedRecords(await store.records()));

async function listOfGuest<Item>(
  now: () => number,
  read: (store: ConversationStore) => Promise<Item[]>,
): Promise<Item[] | null> {
  const names = await databaseNames().catch(() => null);
  if (names && !names.includes(name)) return [];
  try {
    return await inStore(name, now, read);
  } catch {
    // A browser that does not even say what it has stores nothing.
    return names ? null : [];
  }
}

/** Copies what was stored without an account into the store of one; null: nothing was. Rejects if it cannot be read. */
export function adoptGuestConversationsInto(
  account: ConversationStore,
  now: () => number,
): Promise<true | null> {
  return withGuestStore<true>(now, async (store) => {
    await endCutOff(store, now);
    for (const { conversation_id } of remaining(await store.list(), now())) {
      const whole = await store.exportConversation(conversation_id);
      if (whole) await account.importConversation(whole);
    }
    const { rows: own } = await account.exportRecords();
    const areListed = await account.hasListedRecords();
    await account.importRecords(adoptedRecords(await store.exportRecords(), own, areListed));
    const usage = await store.storage.read((trx) => trx.usage(everything));
    for (const record of usage) await account.addUsage(record);
    return true;
  });
}

/** Moves it into the account that is shown; rejects if it is not there, and leaves it where it is. */
export const adoptInTurn = (
  account: Pick<OwnedStore, 'opened' | 'isInMemory'>,
  isShown: () => boolean,
  now: () => number,
): Promise<void> =>
  moveInTurn(async () => {
    const isCopied = await adoptGuestConversationsInto(await account.opened, now);
    // What is written to a store that was left is lost.
    if (!isShown()) throw new Error('Another account uses this page now.');
    // In memory it is safe only once it is in the account. What cannot be erased now is offered again.
    if (isCopied && !account.isInMemory()) await eraseDatabase(name).catch(() => {});
  });

export const eraseInTurn = (mayErase: () => boolean): Promise<void> =>
  moveInTurn(async () => {
    if (mayErase()) await eraseDatabase(name);
  });

/** One tab after the other: another one must not erase what this one is still reading. */
const moveInTurn = (work: () => Promise<void>) => inTurn(`${name}.moving`, work);

const remaining = (list: readonly ShownConversation[], now: number) =>
  list.filter((one) => !isExpired(listed(one), now));

/** Null if there is no such database. */
async function withGuestStore<Result>(
  now: () => number,
  work: (store: ConversationStore) => Promise<Result>,
): Promise<Result | null> {
  const names = await databaseNames();
  return names && !names.includes(name) ? null : inStore(name, now, work);
}
