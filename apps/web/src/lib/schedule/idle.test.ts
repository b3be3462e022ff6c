import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { whenIdle } from './idle.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('it runs when the browser is idle', () => {
  const run = vi.fn();
  const ask = vi.fn();
  vi.stubGlobal('requestIdleCallback', ask);
  whenIdle(run, 500);
  expect(ask).toHaveBeenCalledWith(run, { timeout: 500 });
});

test('a browser without idle callbacks runs it a little later', () => {
  const run = vi.fn();
  vi.stubGlobal('requestIdleCallback', undefined);
  whenIdle(run);
  expect(run).not.toHaveBeenCalled();
  vi.runAllTimers();
  expect(run).toHaveBeenCalledTimes(1);
});

test('a cancelled call never runs', () => {
  const run = vi.fn();
  vi.stubGlobal('requestIdleCallback', undefined);
  whenIdle(run)();
  vi.runAllTimers();
  expect(run).not.toHaveBeenCalled();
});
