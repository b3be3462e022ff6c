import type { UsageRecord } from '@polylogue/contract';
import { jsonIn } from '../../../lib/state/json-in.ts';
import type { ListableStorage } from '../../../lib/state/storage.ts';

// While a page is being left nothing asynchronous ends any more, and its last answers have cost something.

const prefixOf = (account: string) => `polylogue.noted_usage.${account}.`;

/** Notes what an answer used, at once; the next page of this account on which keys can answer, or that shows costs, stores it. */
export function noteUsage(
  storage: Pick<ListableStorage, 'write'>,
  account: string,
  record: UsageRecord,
): void {
  storage.write(prefixOf(account) + record.usage_id, JSON.stringify(record));
}

/** Stores what an answer used, or notes it; not once another account, or none, uses this browser. */
export async function storeOrNote(
  storage: Pick<ListableStorage, 'write'>,
  account: string,
  record: UsageRecord,
  { store, isCurrent }: { store(record: UsageRecord): Promise<unknown>; isCurrent(): boolean },
): Promise<void> {
  try {
    await store(record);
  } catch {
    if (isCurrent()) noteUsage(storage, account, record);
  }
}

/** Stores what was noted; never rejects: what cannot be stored stays noted. Two tabs may do so at once: a record is stored under its id. */
export async function storeNoted(
  storage: Pick<ListableStorage, 'names' | 'read' | 'remove'>,
  account: string,
  store: (record: UsageRecord) => Promise<unknown>,
): Promise<void> {
  for (const name of storage.names().filter((one) => one.startsWith(prefixOf(account)))) {
    try {
      await store(jsonIn(storage.read(name)) as UsageRecord);
      storage.remove(name);
    } catch {
      // The browser cannot store anything right now.
    }
  }
}
