import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { accessEntry } from '../../../api/index.ts';
import { storage } from '../../../lib/state/storage.ts';
import type { ConversationStore } from '../store/store.ts';
import { fetching } from './fetching.ts';

beforeEach(() => {
  const exp = Math.floor(Date.now() / 1000) + 600;
  storage.write(accessEntry, `head.${btoa(JSON.stringify({ sub: 'anna', sid: 's', exp }))}.end`);
});
afterEach(() => {
  storage.remove(accessEntry);
  vi.unstubAllGlobals();
});

test('a file is missing only when the account does not have it, and not because the server is busy or a proxy answers for it [CONV-10]', async () => {
  const store = { file: async () => undefined } as Partial<ConversationStore>;
  const { part } = fetching(Promise.resolve(store as ConversationStore), 'anna');
  const ask = (status: number, refused?: object) => {
    vi.stubGlobal('fetch', async () => Response.json(refused ?? null, { status }));
    return part({ message_id: 'm', place: 0 }, { name: 'cat.png', mediaType: 'image/png' });
  };
  const refused = { message: 'This file is not in your account.', error: 'not-found' };
  expect(await ask(404, refused)).toBeNull();
  await expect(ask(404)).rejects.toThrow();
  await expect(ask(502)).rejects.toThrow();
});
