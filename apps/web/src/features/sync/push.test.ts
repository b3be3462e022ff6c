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
  await store.retryRefused();
  expect((await nextBatch(storage))?.push.usage).toEqual([other]);
});

test('of a growing answer nothing is pushed until there is more of it', async () => {
  const storage = memoryStorage();
  const store = conversationStore({ storage, now: () => 1 });
  const [conversation_id, message_id, run_id] = [newId(), newId(), newId()];
  const of = { conversation_id, message_id };
  await store.create({ ...of, parent_id: null, role: 'assistant' }, {});
  const chunk = { ...of, run_id, base: 0, reasoning_base: 0, reasoning_offset: 0, reasoning: '' };
  await store.grow({ ...chunk, offset: 0, text: 'Good ' });
  async function push(body_length: number) {
    const batch = await nextBatch(storage);
    const reply = {
      head: 1,
      conversations: [{ conversation_id, seq: 1, previous_seq: 0 }],
      messages: [{ message_id, seq: 1, run_id, body_length, reasoning_length: 0, is_ended: false }],
      refused_usage: [],
    };
    if (batch) await acknowledge(storage, batch, reply, 1);
    return batch?.push.messages[0]?.append?.text;
  }
  expect(await push(5)).toBe('Good ');
  expect(await nextBatch(storage)).toBeNull();
  await store.grow({ ...chunk, offset: 5, text: 'day.' });
  expect(await push(9)).toBe('day.');
  expect(await nextBatch(storage)).toBeNull();
});
