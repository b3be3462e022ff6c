import type { UsageRecord } from '@polylogue/contract';
import { access } from '../../../api/index.ts';
import { storage } from '../../../lib/state/storage.ts';
import { storeOrNote } from '../../usage/noted/index.ts';

/** Records what an answer used of this browser's key. Rejects when it cannot be stored. */
export async function recordSpent(account: string, record: UsageRecord): Promise<void> {
  const { recordUsage, refreshBudget } = await import('../../usage/index.ts');
  await recordUsage(account, record);
  await refreshBudget();
}

/** The same; what cannot be stored is noted, and stored by a later page. */
export const recordOrNote = (account: string, record: UsageRecord): Promise<void> =>
  storeOrNote(storage, account, record, {
    store: (one) => recordSpent(account, one),
    isCurrent: () => access.read()?.owner === account,
  });
