import type { UsageRecord } from '@polylogue/contract';

/** Records what an answer used of this browser's key. Rejects when it cannot be stored. */
export async function recordSpent(account: string, record: UsageRecord): Promise<void> {
  const { recordUsage, refreshBudget } = await import('../../usage/index.ts');
  await recordUsage(account, record);
  await refreshBudget();
}
