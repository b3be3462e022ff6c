import { expect, test, vi } from 'vitest';
import { wipe } from './wipe.ts';

test('a database that a sleeping tab keeps open does not hold up signing out', async () => {
  vi.useFakeTimers();
  const erased = vi.fn(() => ({}));
  vi.stubGlobal('indexedDB', {
    databases: async () => [{ name: 'polylogue.store.anna' }],
    deleteDatabase: erased,
  });
  const wiped = vi.fn();
  void wipe().then(wiped);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(erased).toHaveBeenCalledWith('polylogue.store.anna');
  expect(wiped).toHaveBeenCalledOnce();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
