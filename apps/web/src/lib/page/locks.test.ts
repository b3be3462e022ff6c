import { afterEach, expect, test, vi } from 'vitest';
import { inTurn, queryLocks } from './locks.ts';

afterEach(() => void vi.unstubAllGlobals());

const denied = () => Promise.reject(new DOMException('The operation is insecure.', 'SecurityError'));

test.each([
  ['over plain http', {}],
  ['where a browser refuses them', { locks: { request: denied, query: denied } }],
])('without locks work is done at once and nobody seems to hold any: %s', async (_, navigator) => {
  vi.stubGlobal('navigator', navigator);
  expect(await inTurn('a', async () => 'done')).toBe('done');
  expect(await queryLocks()).toEqual({});
});

test('work that fails in its turn, even because something is refused, is not done again', async () => {
  const work = vi.fn(denied);
  await expect(inTurn('a', work)).rejects.toThrow('The operation is insecure.');
  expect(work).toHaveBeenCalledOnce();
});

test('work called off while it waits for its turn is not done', async () => {
  const first = Promise.withResolvers<void>();
  void inTurn('a', () => first.promise);
  const leaving = new AbortController();
  const work = vi.fn(async () => {});
  const waiting = inTurn('a', work, { signal: leaving.signal });
  leaving.abort();
  await expect(waiting).rejects.toThrow();
  first.resolve();
  expect(work).not.toHaveBeenCalled();
});
