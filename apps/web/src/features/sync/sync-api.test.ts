import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { accessEntry } from '../../api/index.ts';
import { storage } from '../../lib/state/storage.ts';
import { syncApi } from './sync-api.ts';

const asked = vi.fn<typeof fetch>();

beforeEach(() => {
  const exp = Math.floor(Date.now() / 1000) + 600;
  storage.write(accessEntry, `head.${btoa(JSON.stringify({ sub: 'anna', sid: 's', exp }))}.end`);
  vi.stubGlobal(
    'fetch',
    asked.mockReset().mockImplementation(async () => new Response('{}')),
  );
});
afterEach(() => {
  storage.remove(accessEntry);
  vi.unstubAllGlobals();
});

const { signal } = new AbortController();
const push = (text: string) => ({ conversations: [], messages: [], usage: [], text });

test.each([
  ['visible', 'short', false],
  ['hidden', 'short', true],
  // Browsers refuse to send more for a page that is closing.
  ['hidden', 'x'.repeat(60_000), false],
])('a small push by a %s page may outlive it', async (visibilityState, text, mayOutlive) => {
  vi.stubGlobal('document', { visibilityState });
  await syncApi('anna').push(push(text), signal);
  const [url, { keepalive = false } = {}] = asked.mock.calls[0] ?? [];
  expect([String(url), keepalive]).toEqual(['/api/v1/changes', mayOutlive]);
});

test('nothing is pushed on behalf of an account that has signed out', async () => {
  vi.stubGlobal('document', { visibilityState: 'visible' });
  await expect(syncApi('ben').push(push('short'), signal)).rejects.toThrow();
  expect(asked).not.toHaveBeenCalled();
});
