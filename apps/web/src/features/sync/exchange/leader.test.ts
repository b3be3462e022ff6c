import { newId } from '@polylogue/sync';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { memoryStorage } from '../storage/memory-storage.ts';
import { storeOver } from '../store/store.ts';
import { MemoryServer } from '../testing/memory-server.ts';
import { leader } from './leader.ts';
import type { SyncFailure } from './pull.ts';

beforeEach(() => {
  const page = new EventTarget();
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
});
afterEach(() => void vi.unstubAllGlobals());

/** A tab with a question to push; `failure`: why every push fails. */
async function tab(
  visibilityState: DocumentVisibilityState,
  name: string,
  { failure, ...more }: { failure?: SyncFailure } & Partial<Parameters<typeof leader>[0]> = {},
) {
  /** The requests it has made. */
  const requests: string[] = [];
  const server = new MemoryServer(() => 1, 50).api();
  const page = Object.assign(new EventTarget(), { visibilityState });
  const store = storeOver({ storage: memoryStorage(), now: () => 1 });
  if (visibilityState === 'hidden') await ask(store);
  const one = leader({
    account: 'anna',
    name,
    store,
    page: page as unknown as Document,
    api: {
      ...server,
      push(push, signal) {
        requests.push('push');
        return failure ? Promise.reject(new Error('no')) : server.push(push, signal);
      },
      list(before, signal) {
        requests.push('list');
        return server.list(before, signal);
      },
    },
    failureOf: () => failure ?? 'away',
    now: () => 1,
    onState() {},
    onWaiting() {},
    ...more,
  });
  onTestFinished(one.stop);
  return { ...one, requests };
}

const ask = (store: ReturnType<typeof storeOver>) =>
  store.create(
    {
      conversation_id: newId(),
      message_id: newId(),
      parent_id: null,
      role: 'user',
      body: 'Who is this?',
      details: { files: [{ name: 'a.txt', media_type: 'text/plain', size: 1 }] },
      files: { 'part 0': { type: 'text', text: 'a' } },
    },
    {},
  );

test.each(['full', 'away'] as const)(
  'a hidden tab whose pushes fail (%s) lets a visible one lead',
  async (failure) => {
    const name = newId();
    const hidden = await tab('hidden', name, { failure });
    await vi.waitFor(() => expect(hidden.requests).toEqual(['push']));
    const visible = await tab('visible', name);
    await vi.waitFor(() => expect(visible.requests).toEqual(['list']), { timeout: 5_000 });
  },
);

test('a hidden tab that uploads a file goes on while no other waits, and lets a visible one lead', async () => {
  const name = newId();
  const looked = vi.spyOn(navigator.locks, 'query');
  const given: AbortSignal[] = [];
  const putFile = (_: unknown, __: File, signal: AbortSignal) =>
    new Promise<void>((_, reject) => {
      given.push(signal);
      signal.addEventListener('abort', () => reject(signal.reason));
    });
  const hidden = await tab('hidden', name, { putFile });
  await vi.waitFor(() => expect(given).toHaveLength(1));
  await vi.waitFor(() => expect(looked).toHaveBeenCalled());
  await looked.mock.results[0]?.value;
  expect(given[0]?.aborted).toBe(false);
  const visible = await tab('visible', name, { onWaiting: hidden.wakeIfLeader });
  await vi.waitFor(() => expect(visible.requests).toEqual(['list']));
  expect(given[0]?.aborted).toBe(true);
});

test('a tab that lets another one lead says no more that something is not saved', async () => {
  const name = newId();
  const states: string[] = [];
  await tab('hidden', name, { failure: 'away', onState: (state) => states.push(state) });
  await vi.waitFor(() => expect(states.at(-1)).toBe('backoff'));
  await tab('visible', name);
  await vi.waitFor(() => expect(states.at(-1)).toBe('paused'), { timeout: 5_000 });
});

test('a browser that refuses locks pushes all the same', async () => {
  const refuse = () =>
    Promise.reject(new DOMException('Access to the Locks API is denied.', 'SecurityError'));
  vi.stubGlobal('navigator', { locks: { request: refuse, query: refuse } });
  const { requests } = await tab('hidden', newId(), { failure: 'away' });
  await vi.waitFor(() => expect(requests).toEqual(['push']));
});
