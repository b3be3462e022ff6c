import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { accessEntry } from '../../../api/index.ts';
import { storage } from '../../../lib/state/storage.ts';
import { filesApi, syncApi } from './sync-api.ts';

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
const push = (text: string) => ({ conversations: [], messages: [], records: [], usage: [], text });

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

test.each(['visible', 'hidden'])(
  'what gets no answer fails as without a connection, so that it is tried again (the page is %s)',
  async (visibilityState) => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    vi.stubGlobal('document', { visibilityState });
    // Nothing comes back, neither to fetch nor to an XMLHttpRequest.
    asked.mockImplementation(
      (_, init) =>
        new Promise((_, reject) =>
          init?.signal?.addEventListener('abort', () => reject(init.signal?.reason)),
        ),
    );
    vi.stubGlobal('Request', PageRequest);
    vi.stubGlobal('XMLHttpRequest', SilentRequest);
    const file = { message_id: 'm', place: 0 };
    const outcomes = Promise.allSettled([
      syncApi('anna').push(push('short'), signal),
      filesApi('anna').putFile(file, new File(['a'], 'a.txt'), signal),
      filesApi('anna').file(file),
    ]);
    await vi.advanceTimersByTimeAsync(60_000);
    for (const { reason } of (await outcomes) as PromiseRejectedResult[])
      expect(reason).toBeInstanceOf(TypeError);
  },
);

// A browser completes a path with the page's origin; Node has no page.
class PageRequest extends Request {
  constructor(input: string, init?: RequestInit) {
    super(new URL(input, 'http://localhost:3000'), init);
  }
}

class SilentRequest {
  upload = {};
  open() {}
  setRequestHeader() {}
  send() {}
  abort() {}
}
