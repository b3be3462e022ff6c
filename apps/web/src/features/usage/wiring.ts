import type { UsageRecord } from '@polylogue/contract';
import { callAs } from '../../api/call-as.ts';
import { callWithTimeout } from '../../api/index.ts';
import { openedStore, serverNow, storeOwner } from '../sync/index.ts';
import { joinedUsage, type UsageTotals, usageOf } from './sums/index.ts';

// The only file in this folder that uses real dependencies.

export { serverNow };

/** How often to read again when records were pushed while the account was asked. */
const tries = 3;

/**
 * What this person's answers of these days used: in the account, and in this browser what the account does not have yet;
 * without an account, all of it is in this browser. Rejects when the account cannot be asked.
 */
export async function ownUsage(from: number, to: number, signal?: AbortSignal): Promise<UsageTotals> {
  const owner = storeOwner();
  const store = await openedStore();
  if (owner === null) return usageOf(await store.usage(), from, to);
  const ask = callAs(owner, callWithTimeout);
  for (let left = tries; ; left -= 1) {
    const before = await store.usage();
    const stored = await ask('GET /api/v1/usage', { query: { from, to } }, signal ? { signal } : {});
    const here = await store.usage();
    const ids = new Set(here.map(({ usage_id }) => usage_id));
    // One that was pushed meanwhile may be in what the account answered, or not.
    if (left === 0 || before.every(({ usage_id }) => ids.has(usage_id)))
      return joinedUsage([stored, usageOf(here, from, to)]);
  }
}

/** Records what an answer used, unless another account uses this page by now. */
export async function recordUsage(account: string, record: UsageRecord): Promise<void> {
  const store = await openedStore();
  if (storeOwner() === account) await store.addUsage(record);
}
