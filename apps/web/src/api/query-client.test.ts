import { focusManager, onlineManager, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from './query-client.ts';

const asked = vi.fn<typeof fetch>();

beforeEach(() => {
  queryClient.clear();
  asked.mockReset().mockImplementation(async () => Response.json({ name: 'Ada' }));
  vi.stubGlobal('fetch', asked);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const ask = (address: string) => queryClient.fetchQuery({ queryKey: [address, 'more'] });

test('a query fetches the address its key begins with, by GET with credentials, and reads JSON [QUERY-03 QUERY-04]', async () => {
  expect(await ask('/api/x?y=1:2')).toEqual({ name: 'Ada' });
  expect(asked).toHaveBeenCalledOnce();
  const [address, init] = asked.mock.calls[0] ?? [];
  expect(address).toBe('/api/x?y=1:2');
  expect(init?.method ?? 'GET').toBe('GET');
  expect(init).toMatchObject({ credentials: 'include' });
});

test.each([
  ['No.', 500, 'Broken', '500: No.'],
  ['', 502, 'Bad Gateway', '502: Bad Gateway'],
  ['', 401, 'Unauthorized', '401: Unauthorized'],
])(
  'a response with the body “%s” and the status %i %s is the error “%s” [FETCH-01 FETCH-02 FETCH-03]',
  async (body, status, statusText, message) => {
    asked.mockResolvedValue(new Response(body, { status, statusText }));
    await expect(ask('/api/x')).rejects.toMatchObject({ name: 'FetchError', message });
  },
);

test('a failed query is not retried automatically, and neither is a mutation [QUERY-05 QUERY-08]', async () => {
  vi.useFakeTimers();
  asked.mockRejectedValue(new TypeError('Failed to fetch'));
  const query = ask('/api/x');
  const mutation = queryClient
    .getMutationCache()
    .build(queryClient, { mutationFn: () => fetch('/api/x', { method: 'POST' }) })
    .execute(undefined);
  const outcomes = Promise.allSettled([query, mutation]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(asked).toHaveBeenCalledTimes(2);
});

test('data stays fresh however much time passes, and even when the page gets the focus back [QUERY-06 QUERY-07]', async () => {
  vi.useFakeTimers();
  const end = new QueryObserver(queryClient, { queryKey: ['/api/x'] }).subscribe(() => {});
  await vi.advanceTimersByTimeAsync(0);
  expect(asked).toHaveBeenCalledOnce();
  for (const isHere of [false, true]) {
    focusManager.setFocused(isHere);
    onlineManager.setOnline(isHere);
  }
  await vi.advanceTimersByTimeAsync(24 * 3_600_000);
  const again = new QueryObserver(queryClient, { queryKey: ['/api/x'] }).subscribe(() => {});
  await vi.advanceTimersByTimeAsync(1_000);
  expect(asked).toHaveBeenCalledOnce();
  end();
  again();
});
