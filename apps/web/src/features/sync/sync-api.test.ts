import { afterEach, expect, test, vi } from 'vitest';
import { syncApi } from './sync-api.ts';

const call = vi.hoisted(() => vi.fn());
vi.mock('../../api/call.ts', () => ({
  access: { read: () => ({ owner: 'anna' }) },
  call,
  callWithTimeout: call,
}));

afterEach(() => {
  vi.unstubAllGlobals();
  call.mockReset();
});

const { signal } = new AbortController();
const push = (text: string) => ({ conversations: [], messages: [], usage: [], text });

test.each([
  ['visible', 'short', { signal }],
  ['hidden', 'short', { keepalive: true }],
  // Browsers refuse to send more for a page that is closing.
  ['hidden', 'x'.repeat(60_000), { signal }],
])('a small push by a %s page may outlive it', (visibilityState, text, options) => {
  vi.stubGlobal('document', { visibilityState });
  void syncApi('anna').push(push(text), signal);
  expect(call).toHaveBeenCalledExactlyOnceWith('POST /api/v1/changes', { body: push(text) }, options);
});
