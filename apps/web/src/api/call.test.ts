import { expect, onTestFinished, test, vi } from 'vitest';
import { storage } from '../lib/state/storage.ts';
import { accessEntry } from './access-token.ts';
import { call, serverNow } from './call.ts';

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
