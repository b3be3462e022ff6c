import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { connection } from '../testing/connection.ts';
import { lazy } from './lazy.ts';
import { retry } from './retry.ts';

const internet = connection();

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, 'error').mockImplementation(() => {});
  vi.spyOn(Math, 'random').mockReturnValue(1);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const load = vi.fn<() => Promise<string>>();
const arrived = vi.fn();

beforeEach(() => {
  load.mockReset().mockResolvedValue('part');
  arrived.mockReset();
});

test('a part that loads is reported once, and not requested again', async () => {
  retry(lazy(load), arrived);
  await vi.advanceTimersByTimeAsync(60_000);
  internet.comesBack();
  await vi.advanceTimersByTimeAsync(60_000);
  expect([load.mock.calls.length, arrived.mock.calls.length]).toEqual([1, 1]);
});

test('a part that fails to load is retried at growing intervals, and reported missing once', async () => {
  load.mockRejectedValue(new TypeError('offline'));
  retry(lazy(load), arrived);
  await vi.advanceTimersByTimeAsync(2_999);
  expect(load).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(load).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(load).toHaveBeenCalledTimes(3);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(load.mock.calls.length).toBeLessThan(20);
  expect(console.error).toHaveBeenCalledOnce();
  load.mockResolvedValue('part');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(arrived).toHaveBeenCalledOnce();
});

test('a part is retried as soon as the connection is back', async () => {
  load.mockRejectedValueOnce(new TypeError('offline'));
  retry(lazy(load), arrived);
  await vi.advanceTimersByTimeAsync(1_000);
  internet.comesBack();
  await vi.advanceTimersByTimeAsync(0);
  expect(arrived).toHaveBeenCalledOnce();
  await vi.advanceTimersByTimeAsync(60_000);
  expect([load.mock.calls.length, arrived.mock.calls.length]).toEqual([2, 1]);
});

test('a part that is no longer wanted is not requested', async () => {
  load.mockRejectedValue(new TypeError('offline'));
  const giveUp = retry(lazy(load), arrived);
  await vi.advanceTimersByTimeAsync(1_000);
  giveUp();
  internet.comesBack();
  await vi.advanceTimersByTimeAsync(600_000);
  expect(load).toHaveBeenCalledOnce();
  expect(arrived).not.toHaveBeenCalled();
});
