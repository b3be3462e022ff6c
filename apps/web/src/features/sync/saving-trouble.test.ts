import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { savingTrouble } from './saving-trouble.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function start(isPending = true) {
  const state = { isPending };
  const told: string[] = [];
  const trouble = savingTrouble({ hasPending: async () => state.isPending, tell: (one) => told.push(one) });
  return { state, told, trouble };
}

test('a server that is away for ten seconds is trouble while something waits for it', async () => {
  const { told, trouble } = start();
  for (const state of ['backoff', 'pushing', 'backoff'] as const) trouble.become(state);
  await vi.advanceTimersByTimeAsync(9_900);
  expect(told).toEqual([]);
  await vi.advanceTimersByTimeAsync(200);
  expect(told).toEqual(['waiting']);
  trouble.become('polling');
  expect(told).toEqual(['waiting', 'none']);
});

test('it is none while nothing waits, and one as soon as something does', async () => {
  const { state, told, trouble } = start(false);
  trouble.become('signed-out');
  await vi.advanceTimersByTimeAsync(11_000);
  expect(told).toEqual([]);
  state.isPending = true;
  trouble.judge();
  await vi.advanceTimersByTimeAsync(0);
  expect(told).toEqual(['waiting']);
});

test('a server that is back in time is none', async () => {
  const { told, trouble } = start();
  trouble.become('backoff');
  trouble.become('polling');
  await vi.advanceTimersByTimeAsync(20_000);
  expect(told).toEqual(['none']);
});

test('an account without room is said at once', () => {
  const { told, trouble } = start();
  trouble.become('full');
  expect(told).toEqual(['full']);
});
