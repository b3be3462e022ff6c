import { newId } from '@polylogue/sync';
import { expect, test } from 'vitest';
import { memoryStorage } from './memory-storage.ts';
import { acknowledge, nextBatch } from './push.ts';
import { conversationStore } from './store.ts';

const record = () => ({
  usage_id: newId(),
  created_at: 1,
  conversation_id: newId(),
  message_id: newId(),
  provider: 'openai',
  model: 'gpt-6-luna',
  host: 'api.openai.com',
  input: 1,
  output: 1,
  cached: 0,
  reasoning: 0,
  usd_micros: null,
  is_estimate: false,
});

test('a usage record for which the account has no room waits until there is some', async () => {
  const storage = memoryStorage();
  const store = conversationStore({ storage, now: () => 1 });
  const [one, other] = [record(), record()];
  await store.addUsage(one);
  await store.addUsage(other);
  const batch = await nextBatch(storage);
  expect(batch?.push.usage).toHaveLength(2);
  const reply = { head: 1, conversations: [], messages: [], refused_usage: [other.usage_id] };
  if (batch) await acknowledge(storage, batch, reply, 1);
  // Not at once: it would be refused forever.
  expect(await nextBatch(storage)).toBeNull();
  await store.tryRefusedAgain();
  expect((await nextBatch(storage))?.push.usage).toEqual([other]);
});
