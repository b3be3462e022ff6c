import { newId } from '@polylogue/sync';
import { expect, test, vi } from 'vitest';
import { memoryStorage } from '../storage/memory-storage.ts';
import { storeOver } from './store.ts';
import { type PendingWork, unpushed } from './unpushed.ts';

test('what is not in the account is read once more, however often it changes meanwhile', async () => {
  const store = storeOver({ storage: memoryStorage(), now: () => 10 });
  const told: PendingWork[] = [];
  let reads = 0;
  const counting: typeof store = {
    ...store,
    pendingConversations() {
      reads += 1;
      return store.pendingConversations();
    },
  };
  const pending = unpushed({
    opened: Promise.resolve(counting),
    onPending: (one) => told.push(one),
    wake: () => {},
  });
  pending.changed();
  for (let times = 0; times < 28; times++) {
    await store.setFields(newId(), { title: ['One', 1] });
    pending.pushed();
  }
  await vi.waitFor(() => expect(told.at(-1)?.conversations).toHaveLength(28));
  expect(reads).toBeLessThan(10);
});
