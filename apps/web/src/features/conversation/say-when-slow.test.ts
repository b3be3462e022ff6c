import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { toasts } from '../../ui/toast/toast.ts';
import { sayWhenSlow } from './say-when-slow.ts';

beforeEach(() => {
  vi.useFakeTimers();
  // What another test has left on the screen.
  const left = toasts.read();
  if (left) toasts.dispatch({ type: 'closed', id: left.id });
});
afterEach(() => void vi.useRealTimers());

const shown = () => toasts.read()?.title;

test('work that takes longer than a second is said to go on, until it ends [CONV-15]', async () => {
  const { promise, resolve } = Promise.withResolvers<string>();
  const work = sayWhenSlow('Changing 2,800 conversations…', promise);
  vi.advanceTimersByTime(999);
  expect(shown()).toBeUndefined();
  vi.advanceTimersByTime(1);
  expect(shown()).toBe('Changing 2,800 conversations…');
  resolve('done');
  expect(await work).toBe('done');
  expect(shown()).toBeUndefined();
});

test('of quick work nothing is said, and a failure is passed on', async () => {
  await sayWhenSlow('Quick…', Promise.resolve());
  await expect(sayWhenSlow('Broken…', Promise.reject(new Error('full')))).rejects.toThrow('full');
  vi.advanceTimersByTime(5_000);
  expect(shown()).toBeUndefined();
});
