import { expect, onTestFinished, test, vi } from 'vitest';
import { storage } from '../lib/state/storage.ts';
import { accessEntry } from './access-token.ts';
import { call, serverNow } from './call.ts';
import { queryClient } from './query-client.ts';

/** A response that left the server nine seconds ago. */
const late = () => new Response('{}', { headers: { date: new Date(Date.now() - 9_000).toUTCString() } });

test('the clock is set by responses that have just arrived, not by one that waited until the app could use it', async () => {
  const exp = Math.floor(Date.now() / 1000) + 600;
  const token = `head.${btoa(JSON.stringify({ sub: 'anna', sid: 's', exp }))}.end`;
  storage.write(accessEntry, token);
  vi.stubGlobal('fetch', async () => late());
  vi.stubGlobal('polyloguePrefetched', [
    { address: '/api/v1/user/me', authorization: `Bearer ${token}`, response: Promise.resolve(late()) },
  ]);
  onTestFinished(() => {
    storage.remove(accessEntry);
    vi.unstubAllGlobals();
  });
  await call('GET /api/v1/user/me', {});
  expect(Math.abs(serverNow() - Date.now())).toBeLessThan(1_000);
  await call('GET /api/v1/user/me', {});
  expect(Date.now() - serverNow()).toBeGreaterThan(7_000);
});

/** Accepts every request and never answers. */
const silent: typeof fetch = (_, init) =>
  new Promise((_, reject) => {
    init?.signal?.addEventListener('abort', () => reject(init.signal?.reason));
  });

test.each([
  ['a call with a sign-in', () => call('GET /api/v1/user/me', {})],
  ['a call of a visitor', () => call('GET /api/auth/options', {})],
  ['a query', () => queryClient.fetchQuery({ queryKey: ['/api/v1/user/me/export'] })],
])('%s over a connection that has died silently fails as without one [QUERY-02]', async (_, ask) => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', silent);
  onTestFinished(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
  const outcome = vi.fn();
  ask().catch(outcome);
  await vi.advanceTimersByTimeAsync(14_999);
  expect(outcome).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(outcome).toHaveBeenCalledExactlyOnceWith(expect.any(TypeError));
});
