import { useSyncExternalStore } from 'react';
import { storage } from '../../../lib/state/storage.ts';
import { usedUp, usedUpEntry } from '../../usage/used-up/index.ts';

/** Says that one's own budget stops what is asked with one's keys; null: it does not. */
export const useBudgetUsedUp = (): string | null =>
  useSyncExternalStore(storage.listen, () => usedUp(storage.read(usedUpEntry), Date.now())?.title ?? null);
