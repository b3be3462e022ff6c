import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { watchSaving } from './saving-status.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function start(isPending = true) {
  const state = { isPending };
  const reported: string[] = [];
  const published: string[] = [];
  const status = watchSaving({
    hasPending: async () => state.isPending,
    onStatus: (one) => reported.push(one),
    publish: (one) => published.push(one),
  });
  return { state, told: reported, published, status };
}

test('a server away for ten seconds is reported while something is waiting for it', async () => {
  const { told, status } = start();
  for (const state of ['backoff', 'pushing', 'backoff'] as const) status.onSyncState(state);
  await vi.advanceTimersByTimeAsync(9_900);
  expect(told).toEqual([]);
  await vi.advanceTimersByTimeAsync(200);
  expect(told).toEqual(['waiting']);
  status.onSyncState('polling');
  expect(told).toEqual(['waiting', 'none']);
});

test('a push that goes on for ten seconds is reported as a failure is', async () => {
  const { told, status } = start();
  status.onSyncState('pushing');
  await vi.advanceTimersByTimeAsync(10_100);
  expect(told).toEqual(['waiting']);
});

test('nothing is reported while nothing is waiting, and a failure as soon as something is', async () => {
  const { state, told, status } = start(false);
  status.onSyncState('signed-out');
  await vi.advanceTimersByTimeAsync(11_000);
  expect(told).toEqual([]);
  state.isPending = true;
  status.recheck();
  await vi.advanceTimersByTimeAsync(0);
  expect(told).toEqual(['waiting']);
});

test('a server that is back in time is not reported', async () => {
  const { told, status } = start();
  status.onSyncState('backoff');
  status.onSyncState('polling');
  await vi.advanceTimersByTimeAsync(20_000);
  expect(told).toEqual(['none']);
});

test('a full account is reported immediately', () => {
  const { told, status } = start();
  status.onSyncState('full');
  expect(told).toEqual(['full']);
});

test('while nothing can be stored here, that is what is reported, and the other tabs are told what they need', () => {
  const { told, published, status } = start();
  status.setInMemory(true);
  status.onSyncState('full');
  status.publish();
  expect([told, published]).toEqual([['memory-only', 'memory-only'], ['full']]);
  status.setInMemory(false);
  status.report('full');
  status.publish();
  expect([told.slice(2), published]).toEqual([
    ['none', 'full'],
    ['full', 'full'],
  ]);
});
