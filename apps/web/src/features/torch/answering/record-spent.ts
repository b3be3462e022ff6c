import type { UsageRecord } from '@polylogue/contract';

/** Records what an answer used of this browser's key, unless another account uses this page by now. */
export async function recordSpent(account: string, record: UsageRecord): Promise<void> {
  const { recordUsage, refreshBudget } = await import('../../usage/index.ts');
  await recordUsage(account, record);
  await refreshBudget();
}
