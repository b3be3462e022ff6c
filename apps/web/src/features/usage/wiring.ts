import type { UsageRecord } from '@polylogue/contract';
import { syncLimits } from '@polylogue/sync';
import { callAs } from '../../api/call-as.ts';
import { storage } from '../../lib/state/storage.ts';
import { openedStore, storeOwner } from '../sync/index.ts';
import { storeNoted } from './noted/index.ts';
import { joinedUsage, type UsageTotals, usageOf } from './sums/index.ts';

// The only file in this folder that uses real dependencies.

/**
 * What this person's answers of these days used: in the account, and in this browser what the account does not have yet;
 * without an account, all of it is in this browser. Rejects when the account cannot be asked.
 */
export async function ownUsage(from: number, to: number, signal?: AbortSignal): Promise<UsageTotals> {
  const owner = storeOwner();
  const store = await openedStore();
  if (owner === null) return usageOf(await store.usage(), from, to);
  await storeNoted(storage, owner, (record) => recordUsage(owner, record));
  const here = await store.usage();
  // One that is on its way may have arrived, or not.
  const ids = here.slice(0, syncLimits.leftOutUsage).map(({ usage_id }) => usage_id);
  const query = { from, to, ...(ids.length > 0 && { without: ids.join() }) };
  const stored = await callAs(owner)('GET /api/v1/usage', { query }, signal ? { signal } : {});
  return joinedUsage([stored, usageOf(here, from, to)]);
}

/** Records what an answer used. Rejects when it cannot be stored, also because another account uses this page by now. */
export async function recordUsage(account: string, record: UsageRecord): Promise<void> {
  const store = await openedStore();
  if (storeOwner() !== account) throw new Error('Another account uses this page.');
  await store.addUsage(record);
}
