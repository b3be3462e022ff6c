import { afterEach, expect, test, vi } from 'vitest';
import { fetchChallenge } from './fetch-challenge.ts';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test('a challenge that does not arrive times out after 20 s, so that the form can say so [QUERY-02]', async () => {
  const limit = new AbortController();
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal);
  vi.stubGlobal(
    'fetch',
    (_: string, { signal }: RequestInit) =>
      new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
  );
  const asked = fetchChallenge('signin', new AbortController().signal);
  expect(timeout.mock.calls).toEqual([[20_000]]);
  limit.abort(new DOMException('It took too long.', 'TimeoutError'));
  await expect(asked).rejects.toMatchObject({ name: 'TimeoutError' });
});
