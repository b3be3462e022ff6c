import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { savingStatus } from './saving-status.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function start(isPending = true) {
  const state = { isPending };
  const told: string[] = [];
  const status = savingStatus({ hasPending: async () => state.isPending, tell: (one) => told.push(one) });
  return { state, told, status };
}

test('a server that is away for ten seconds is status while something waits for it', async () => {
  const { told, status } = start();
  for (const state of ['backoff', 'pushing', 'backoff'] as const) status.become(state);
  await vi.advanceTimersByTimeAsync(9_900);
  expect(told).toEqual([]);
  await vi.advanceTimersByTimeAsync(200);
  expect(told).toEqual(['waiting']);
  status.become('polling');
  expect(told).toEqual(['waiting', 'none']);
});

test('it is none while nothing waits, and one as soon as something does', async () => {
  const { state, told, status } = start(false);
  status.become('signed-out');
  await vi.advanceTimersByTimeAsync(11_000);
  expect(told).toEqual([]);
  state.isPending = true;
  status.judge();
  await vi.advanceTimersByTimeAsync(0);
  expect(told).toEqual(['waiting']);
});

test('a server that is back in time is none', async () => {
  const { told, status } = start();
  status.become('backoff');
  status.become('polling');
  await vi.advanceTimersByTimeAsync(20_000);
  expect(told).toEqual(['none']);
});

test('an account without room is said at once', () => {
  const { told, status } = start();
  status.become('full');
  expect(told).toEqual(['full']);
});
