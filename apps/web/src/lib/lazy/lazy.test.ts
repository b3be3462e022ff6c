import { expect, test, vi } from 'vitest';
import { lazy } from './lazy.ts';

test('a part is fetched once, however often it is needed', async () => {
  const load = vi.fn(async () => 'part');
  const part = lazy(load);
  expect(part.now()).toBe(undefined);
  expect(await Promise.all([part.fetch(), part.fetch()])).toEqual(['part', 'part']);
  expect(part.now()).toBe('part');
  expect(load).toHaveBeenCalledTimes(1);
});

test('a part that could not be fetched is tried again at the next need', async () => {
  const load = vi.fn(async () => 'part').mockRejectedValueOnce(new TypeError('offline'));
  const part = lazy(load);
  await expect(part.fetch()).rejects.toThrow('offline');
  expect(await part.fetch()).toBe('part');
});
