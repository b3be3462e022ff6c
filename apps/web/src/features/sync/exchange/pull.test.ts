import { newId } from '@polylogue/sync';
import { expect, test } from 'vitest';
import { memoryStorage } from '../storage/memory-storage.ts';
import { storeOver } from '../store/store.ts';
import { MemoryServer } from '../testing/memory-server.ts';
import { pull } from './pull.ts';

test('a conversation that is written to while the list is fetched page by page is not left out', async () => {
  let time = 1_000;
  const now = () => ++time;
  const server = new MemoryServer(now, 3);
  function write(conversation_id: string) {
    const at = now();
    const create = { parent_id: null, role: 'user' as const, created_at: at, body: 'Hi' };
    const message = { conversation_id, message_id: newId(at), create };
    const conversation = { conversation_id, created_at: at, fields: {} };
    server.push({ conversations: [conversation], messages: [message], records: [], usage: [] });
    return conversation_id;
  }
  const [oldest = '', ...others] = Array.from({ length: 7 }, () => write(newId()));
  const api = server.api();
  const store = storeOver({ storage: memoryStorage(), now });
  const pages: string[][] = [];
  async function list(...given: Parameters<typeof api.list>) {
    const page = await api.list(...given);
    pages.push(page.conversations.map(({ conversation_id }) => conversation_id));
    // Now it is before the place from which the next page goes on.
    if (pages.length === 1) write(oldest);
    return page;
  }
  await pull(store, { ...api, list }, new AbortController().signal);
  expect(pages.flat()).not.toContain(oldest);
  await pull(store, api, new AbortController().signal);
  const listed = (await store.list()).map(({ conversation_id }) => conversation_id);
  expect(listed).toEqual([oldest, ...others.toReversed()]);
});
