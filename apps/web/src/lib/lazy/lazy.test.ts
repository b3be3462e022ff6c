import { expect, test, vi } from 'vitest';
import { lazy } from './lazy.ts';

test('a part is loaded once, however often it is needed', async () => {
  const load = vi.fn(async () => 'part');
  const part = lazy(load);
  expect(part.loaded()).toBe(undefined);
  expect(await Promise.all([part.fetch(), part.fetch()])).toEqual(['part', 'part']);
  expect(part.loaded()).toBe('part');
  expect(load).toHaveBeenCalledTimes(1);
});

test('a part that failed to load is tried again when it is next needed', async () => {
  const load = vi.fn(async () => 'part').mockRejectedValueOnce(new TypeError('offline'));
  const part = lazy(load);
  await expect(part.fetch()).rejects.toThrow('offline');
  expect(await part.fetch()).toBe('part');
});
