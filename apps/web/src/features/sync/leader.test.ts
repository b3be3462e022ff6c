import { newId } from '@polylogue/sync';
import { expect, onTestFinished, test, vi } from 'vitest';
import { leader } from './leader.ts';
import { memoryStorage } from './memory-storage.ts';
import type { SyncFailure } from './pull.ts';
import { storeOver } from './store.ts';
import { MemoryServer } from './testing/memory-server.ts';

/** A tab, and the requests it has made; `failure`: why every push fails. */
async function tab(visibilityState: DocumentVisibilityState, name: string, failure?: SyncFailure) {
  const requests: string[] = [];
  const server = new MemoryServer(() => 1, 50).api();
  const page = Object.assign(new EventTarget(), { visibilityState });
  const store = storeOver({ storage: memoryStorage(), now: () => 1 });
  const ids = { conversation_id: newId(), message_id: newId() };
  if (failure) await store.create({ ...ids, parent_id: null, role: 'user', body: 'Hi' }, {});
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
  });
  onTestFinished(one.stop);
  return requests;
}

test.each(['full', 'away'] as const)(
  'a hidden tab whose pushes fail (%s) lets a visible one lead',
  async (failure) => {
    const page = new EventTarget();
    vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
    vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
    onTestFinished(() => void vi.unstubAllGlobals());
    const name = newId();
    const hidden = await tab('hidden', name, failure);
    await vi.waitFor(() => expect(hidden).toEqual(['push']));
    const visible = await tab('visible', name);
    await vi.waitFor(() => expect(visible).toEqual(['list']), { timeout: 5_000 });
  },
);
